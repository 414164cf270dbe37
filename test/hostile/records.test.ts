// Two thousand odd records and reference files from a fixed seed: for any source, the build ends by itself, reports faults
// with file and line, and publishes the good records or nothing.

import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { runBuild } from '../build/support/program.ts'
import { readPublished } from '../build/support/published.ts'
import {
  CATALOGUE,
  CATEGORIES,
  COMUNAS,
  ISSUERS,
  record,
  records,
  writeSource,
} from '../build/support/source.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'

t.setTimeout(SLOW_MS)

const SEED = 20_260_901
const GOOD = records(30)

/** Pieces that parsers stumble over. */
const PIECES = [
  ...['"', '\\', '{', '}', '[', ']', ':', ',', '\\u', '\\ud800', '\\x', '1e999', '-0', '\t', '\r', '\0'],
  ...['\u009b', '\u202e', '\ufeff', '"__proto__":{}', '"title":1', '"'.padEnd(4_000, 'a'), '['.repeat(5_000)],
] as const

const piece = fc.constantFrom(...PIECES)
const members = fc.constantFrom(...Object.keys(record()))

/** A valid record with an arbitrary value in one member. */
const strange = fc
  .tuple(members, fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.double()))
  .map(([name, value]) => JSON.stringify({ ...record({ ref: 'odd' }), [name]: value }))

/** A text with something inserted, cut out, or cut off. */
const bent = (text: string) =>
  fc
    .tuple(fc.nat(text.length), fc.nat(12), fc.constantFrom('put', 'cut', 'end'), piece)
    .map(([at, length, how, put]) => {
      const rest = how === 'end' ? '' : text.slice(how === 'cut' ? at + length : at)
      return text.slice(0, at) + put + rest
    })

const line = fc
  .oneof(
    strange,
    bent(JSON.stringify(record({ ref: 'odd' }))),
    fc.json(),
    fc.array(piece).map((all) => all.join('')),
  )
  .map((text) => Buffer.from(text.replaceAll('\n', ' ')))

const noise = fc
  .uint8Array({ maxLength: 200 })
  .map((all) => Buffer.from(all.map((byte) => (byte === 0x0a ? 0x20 : byte))))

const bytes = fc.oneof(line, noise)

/** Nothing is published, or a whole release, and no temporary file is left. */
async function isWhole(t: Test, out: string, code: number): Promise<void> {
  if (code === 0) t.ok((await readPublished(out)).manifest)
  else t.notOk(readdirSync(out).includes('latest.json'))
  const left = readdirSync(out).includes('.staging') ? readdirSync(join(out, '.staging')) : []
  t.same(left, [])
}

t.test('1,800 odd lines among good ones: each is published or listed with its line', async (t) => {
  const root = t.testdir({})
  const lines = fc.sample(bytes, { seed: SEED, numRuns: 1_800 })
  const good = GOOD.map((each) => Buffer.from(JSON.stringify(each)))
  const source = writeSource(join(root, 'source'), {
    offers: Buffer.concat([...good, ...lines].flatMap((each) => [each, Buffer.from('\n')])),
  })
  const out = join(root, 'out')
  const { code, stderr } = await runBuild(source, out, '--on-broken', 'accept')
  t.equal(code, 0, stderr)
  await isWhole(t, out, code)
  const rejects = readFileSync(join(out, '.build', 'rejects.ndjson'), 'utf8')
    .trim()
    .split('\n')
  const rejected = new Set(rejects.map((each) => JSON.parse(each).line))
  const isBlank = (each: Buffer) => each.every((byte) => byte <= 0x20)
  const unsaid = lines.flatMap((each, index) =>
    rejected.has(GOOD.length + index + 1) || isBlank(each) ? [] : [each],
  )
  const { manifest } = await readPublished(out)
  const published = Object.values(manifest.counts.offers).reduce((sum, count) => sum + count, 0)
  t.equal(published, GOOD.length + unsaid.length)
  t.ok(rejected.size > 1_000, `${rejected.size} are rejected`)
})

t.test(
  '200 odd reference files: the build succeeds, or is refused with the name, and nothing is half done',
  async (t) => {
    const root = t.testdir({})
    const files = { catalogue: CATALOGUE, issuers: ISSUERS, categories: CATEGORIES, comunas: COMUNAS }
    const names = Object.keys(files) as (keyof typeof files)[]
    const odd = fc.constantFrom(...names).chain((name) => {
      const text = JSON.stringify(files[name])
      return fc.tuple(fc.constant(name), fc.oneof(bent(text), fc.json(), fc.constant(text.slice(0, -1))))
    })
    const out = join(root, 'out')
    const codes = new Map<number, number>()
    for (const [name, text] of fc.sample(odd, { seed: SEED, numRuns: 200 })) {
      rmSync(out, { recursive: true, force: true })
      const source = writeSource(join(root, 'source'), { offers: GOOD.slice(0, 3), [name]: text })
      const { code, stderr } = await runBuild(source, out)
      codes.set(code, (codes.get(code) ?? 0) + 1)
      await isWhole(t, out, code)
      if (code !== 0) t.match(stderr, /^offers-build: (?:[a-z]+\.json|the source )/)
    }
    t.ok((codes.get(1) ?? 0) > 100, 'most are refused')
  },
)
