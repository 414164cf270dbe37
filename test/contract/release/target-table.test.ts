import fc from 'fast-check'
import t from 'tap'
import {
  encodeTargetTable,
  type NamedTargetEntry,
  TargetTable,
} from '../../../contract/release/target-table.ts'
import { between, seededRandom } from '../../../fixtures/generator/seeded-random.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'

t.setTimeout(SHORT_MS)

function routeOf(target: string, index: number): NamedTargetEntry {
  const digest = index.toString(16).padStart(64, '0')
  return { target, digest, size: index + 1, total: index * 2, type: 'application/json', storage: 'gzip' }
}

function tableOf(targets: readonly string[]): TargetTable {
  return new TargetTable(encodeTargetTable(targets.map(routeOf)))
}

// Few characters and common beginnings, so that neighbours differ only near the end, and some targets are
// prefixes of others.
const target = fc
  .tuple(
    fc.constantFrom('', '/a', '/a?b=', '/a?b=c&d='),
    fc.string({ unit: fc.constantFrom('0', '1', 'a', '~') }),
  )
  .map(([beginning, rest]) => beginning + rest)

t.test('every target of a table is found, and no other', async (t) => {
  fc.assert(
    fc.property(
      fc.uniqueArray(target, { maxLength: 60 }),
      fc.array(target, { maxLength: 60 }),
      (targets, others) => {
        const table = tableOf(targets)
        for (const [index, each] of targets.entries()) {
          const { target: _, ...entry } = routeOf(each, index)
          t.same(table.find(each), entry)
        }
        const known = new Set(targets)
        for (const other of others) if (!known.has(other)) t.equal(table.find(other), undefined, other)
        const routes = targets.map(routeOf).toSorted((a, b) => (a.target < b.target ? -1 : 1))
        t.same([...table], routes)
        t.same(
          [...table.entries()],
          routes.map(({ target: _, ...entry }) => entry),
        )
      },
    ),
    { numRuns: 200 },
  )
})

t.test('every so many entries are those of a list, from any index on', async (t) => {
  const targets = Array.from({ length: 37 }, (_, index) => `/${String(index).padStart(2, '0')}`)
  const routes = targets.map(routeOf).map(({ target: _, ...entry }) => entry)
  const table = tableOf(targets)
  const random = seededRandom('entries', 1)
  for (let draw = 0; draw < 60; draw++) {
    const [step, from] = [between(random, 1, 12), between(random, 0, 40)]
    const expected = routes.filter((_, index) => index >= from && (index - from) % step === 0)
    t.same([...table.entries(step, from)], expected, `each ${step} from ${from}`)
  }
})

t.test('a target that is not ASCII is never found', async (t) => {
  const table = tableOf(['/a', '/b', '/\u00e9'.normalize('NFD').slice(0, 2)])
  for (const other of ['/\u0161', '/\u{1f600}', '\u0141a', '']) t.equal(table.find(other), undefined)
})

t.test('two entries for one target are an error', async (t) => {
  t.throws(() => encodeTargetTable([routeOf('/a', 0), routeOf('/a', 1)]), /two entries for \/a/)
})

t.test('bytes that are not a table are refused', async (t) => {
  const bytes = encodeTargetTable([routeOf('/a', 0)])
  t.throws(() => new TargetTable(Buffer.alloc(3)), /expected OFFROUT1/)
  t.throws(
    () => new TargetTable(Buffer.concat([Buffer.from('OFFROUT2'), bytes.subarray(8)])),
    /expected OFFROUT1/,
  )
  t.throws(() => new TargetTable(bytes.subarray(0, -1)), /expected 66 bytes, found 65/)
  t.throws(() => new TargetTable(Buffer.concat([bytes, Buffer.alloc(1)])), /expected 66 bytes, found 67/)
})

t.test('totals and sizes below 4 GiB are read as they were written; a larger size is an error', async (t) => {
  const large: NamedTargetEntry = {
    ...routeOf('/a', 0),
    ...{ size: 2 ** 32 - 1, total: 100_000, storage: 'identity' },
  }
  const snapshot: NamedTargetEntry = { ...routeOf('/b', 1), type: 'application/gzip', storage: 'identity' }
  t.same([...new TargetTable(encodeTargetTable([snapshot, large]))], [large, snapshot])
  t.throws(() => encodeTargetTable([{ ...large, size: 2 ** 32 }]), RangeError)
})

t.test('a damaged entry is an error that names it', async (t) => {
  const damaged = (change: (entry: Buffer) => void) => {
    const bytes = encodeTargetTable([routeOf('/a', 0)])
    change(bytes.subarray(16))
    return new TargetTable(bytes, 'routes')
  }
  const faults: [RegExp, (entry: Buffer) => void][] = [
    [/^routes: damaged: entry 0: there is no media type 99$/, (entry) => entry.writeUInt8(99, 46)],
    [/^routes: damaged: entry 0: there is no storage 7$/, (entry) => entry.writeUInt8(7, 47)],
    [
      /^routes: damaged: entry 0: its target lies beyond the end/,
      (entry) => entry.writeUInt32LE(2 ** 32 - 1, 40),
    ],
    [/^routes: damaged: entry 0: its target lies beyond the end/, (entry) => entry.writeUInt16LE(3, 44)],
  ]
  for (const [message, change] of faults) {
    const table = damaged(change)
    t.throws(() => table.find('/a'), { code: 'bad-release', message })
    t.throws(() => [...table], { code: 'bad-release', message })
  }
})
