import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { LineStore } from '../../../build/day/line-store.ts'
import { readMemory } from '../../../build/day/memory.ts'
import { fileFactsOf } from '../../../contract/release/manifest.ts'
import { jsonLine } from '../../../lib/json/json.ts'
import { tinyOffer } from '../../helpers/tiny-offer.ts'

const header = {
  format: 1,
  release: '20260301T100000000Z-0123456789ab',
  previous: null,
  data_as_of: '2026-03-01T10:00:00.000Z',
  fingerprint: 'a'.repeat(64),
  offers: 2,
  broken: [],
  history: ['2026-03-01T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
}
const offers = [0, 1].map((n) => tinyOffer(n, '2026-03-01T10:00:00.000Z'))
const lines = [
  `{"left":null,"offer":${jsonLine(offers[0])}}`,
  `{"left":"2026-02-01","offer":${jsonLine(offers[1])}}`,
]
const file = (first: unknown = header, rest = lines) =>
  gzipSync([JSON.stringify(first), ...rest, ''].join('\n'))

const root = t.testdir({})
const path = join(root, 'memory.gz')

async function read(bytes: Buffer, stored = bytes) {
  writeFileSync(path, stored)
  const store = new LineStore()
  return { state: await readMemory(path, fileFactsOf(bytes), store), store }
}

t.test('header and offers are read as they were written, their lines to the byte', async (t) => {
  const { state, store } = await read(file())
  t.same(state.header, { ...header, broken: [] }, 'from a version without both')
  const found = [...state.offers.values()]
  t.same(
    found.map(({ id, withdrawnOn }) => [id, withdrawnOn]),
    [
      [offers[0]?.id, null],
      [offers[1]?.id, '2026-02-01'],
    ],
  )
  t.same(
    found.map(({ line }) => store.at(line).toString()),
    offers.map((offer) => jsonLine(offer)),
  )
})

t.test('broken issuers and kept offers are remembered', async (t) => {
  const broken = [
    { issuer: 'banco-x', since: '2026-02-20', decision: 'keep' },
    {
      issuer: 'banco-y',
      since: '2026-02-20',
      decision: 'keep',
      reasons: [{ reason: 'lost', member: 'url' }],
    },
  ]
  const kept = `{"left":null,"kept":"2026-02-20","offer":${jsonLine(offers[0])}}`
  const { state, store } = await read(file({ ...header, offers: 1, broken }, [kept]))
  t.same(state.header?.broken, broken)
  const [found] = [...state.offers.values()]
  t.match(found, { withdrawnOn: null, keptSince: '2026-02-20' })
  t.equal(store.at(found?.line ?? -1).toString(), jsonLine(offers[0]))
})

t.test('a file of another release is refused, since its digest differs from the manifest', async (t) => {
  const other = file({ ...header, data_as_of: '2026-03-02T10:00:00.000Z' })
  await t.rejects(read(file(), other), { code: 'bad-release', message: /damaged/ })
})

t.test('a file that is damaged, but has the right digest, is refused', async (t) => {
  const damaged: [name: string, bytes: Buffer, message: RegExp][] = [
    ['no gzip', Buffer.from('no gzip'), /damaged/],
    ['cut off', file().subarray(0, -20), /damaged/],
    ['empty', gzipSync(''), /it is empty/],
    ['too few offers', file(header, lines.slice(1)), /expected 2 offers, found 1/],
    ['too many offers', file({ ...header, offers: 1 }), /expected 1 offers, found 2/],
    ['a previous release that is not an id', file({ ...header, previous: '..' }), /previous/],
    ['a line without a day', file(header, ['{"offer":{}}', '{}']), /damaged/],
    ['another format', file({ ...header, format: 2 }), /format: expected 1, found 2/],
    ['no list of broken issuers', file({ ...header, broken: {} }), /broken/],
    ['a wrong decision', file({ ...header, broken: [{ decision: 'x' }] }), /decision/],
    ['a release that is not an id', file({ ...header, release: 'x' }), /release/],
    ['no history', file({ ...header, history: undefined }), /history/],
  ]
  for (const [name, bytes, message] of damaged) {
    await t.rejects(read(bytes), { code: 'bad-release', message }, name)
  }
})

t.test('a missing file is reported as missing', async (t) => {
  const gone = join(root, 'gone.gz')
  await t.rejects(readMemory(gone, null, new LineStore()), {
    code: 'bad-release',
    message: `${gone}: missing`,
  })
})

t.test('the last line may lack its line end, as in a file that was edited', async (t) => {
  const text = [JSON.stringify(header), ...lines].join('\n')
  t.equal((await read(gzipSync(text))).state.offers.size, 2)
})
