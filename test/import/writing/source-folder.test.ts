// The folder that an import writes: its files before and after, and files that are never lost.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { SourceFolder } from '../../../import/writing/source-folder.ts'

const MEMORY = { headings: ['A'], rows: 2, endsOpen: false, filled: { A: 2 }, columns: {} }
const OFFERS = [
  { issuer: 'b', ref: '2', title: 'x' },
  { issuer: 'a', ref: '1', title: 'y' },
]
const REJECTED = { issuer: null, ref: 'r', at: 'a.csv:2', errors: [] }

async function imported(path: string, offers: readonly object[] = OFFERS, replace = false) {
  const folder = await SourceFolder.open(path, replace)
  for (const offer of offers) await folder.addOffer(offer)
  return folder
}

async function lastOffersOf(folder: SourceFolder) {
  const offers: object[] = []
  for await (const { issuer, ref } of folder.lastOffers()) offers.push({ issuer, ref })
  return offers
}

const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => '',
    (error: Error) => error.message,
  )

const read = (...path: string[]) => readFileSync(join(...path), 'utf8')
const lines = (values: readonly object[]) => values.map((each) => `${JSON.stringify(each)}\n`).join('')

async function committed(t: Test, offers: readonly object[] = OFFERS): Promise<string> {
  const path = join(t.testdir({}), 'source')
  const folder = await imported(path, offers)
  folder.putList('comunas.json', [])
  folder.putList('issuers.json', [
    { slug: 'a', name: 'A' },
    { slug: 'b', name: 'B', type: 'bank' },
  ])
  folder.putObject('catalogue.json', { country: 'CL' })
  await folder.commit(MEMORY)
  return path
}

t.test(
  'writes lists with a line for each entry, the offers, and the record of files made by imports',
  async (t) => {
    const path = await committed(t)
    t.strictSame(readdirSync(path).sort(), [
      '.import.json',
      'catalogue.json',
      'comunas.json',
      'issuers.json',
      'offers.ndjson',
    ])
    t.equal(read(path, 'comunas.json'), '[]\n')
    t.equal(
      read(path, 'issuers.json'),
      '[\n  {"slug":"a","name":"A"},\n  {"slug":"b","name":"B","type":"bank"}\n]\n',
    )
    t.equal(read(path, 'catalogue.json'), '{\n  "country": "CL"\n}\n')
    t.equal(read(path, 'offers.ndjson'), lines(OFFERS))
    t.strictSame(JSON.parse(read(path, '.import.json')), {
      offers: createHash('sha256').update(lines(OFFERS)).digest('hex'),
      made: ['catalogue.json', 'comunas.json', 'issuers.json'],
      table: MEMORY,
    })
  },
)

t.test('the next import knows the files, columns and offers of the last one', async (t) => {
  const path = await committed(t)
  const next = await imported(path, [])
  t.strictSame(next.memory, MEMORY)
  t.strictSame(
    ['issuers.json', 'categories.json'].map((file) => next.wasMade(file)),
    [true, false],
  )
  t.strictSame(await lastOffersOf(next), [
    { issuer: 'b', ref: '2' },
    { issuer: 'a', ref: '1' },
  ])
  await next.addRejected(REJECTED)
  t.equal(read(path, 'offers.ndjson'), lines(OFFERS), 'nothing changes before the commit')
  await next.commit(MEMORY)
  t.equal(read(path, 'offers.ndjson'), '')
  t.equal(read(path, 'rejected.ndjson'), lines([REJECTED]))
  const third = await imported(path, [])
  t.ok(third.wasMade('issuers.json'), 'also lists that this import did not write')
  await third.abandon()

  await (await imported(path)).commit(MEMORY)
  t.notOk(existsSync(join(path, 'rejected.ndjson')), 'rejected rows of an earlier import are removed')
})

t.test('all offers of the last import are listed, however many there are', async (t) => {
  const offers = Array.from({ length: 5000 }, (_, n) => ({ issuer: 'a', ref: `${n}`, title: 'ñ'.repeat(99) }))
  const path = await committed(t, offers)
  const next = await imported(path, [])
  const names = offers.map(({ issuer, ref }) => ({ issuer, ref }))
  t.strictSame(await lastOffersOf(next), names)
  await next.abandon()
})

t.test('offers that no import made are refused, and replaced on request', async (t) => {
  const path = await committed(t)
  const offers = join(path, 'offers.ndjson')
  writeFileSync(offers, 'mine\n')
  const lost = 'and would be lost; use --replace, or another --source'
  t.equal(await messageOf(imported(path)), `${offers}: was edited since the last import ${lost}`)
  for (const record of ['', '{', '[]', '{"offers":1,"made":[]}', '{"offers":"a","made":[1]}']) {
    writeFileSync(join(path, '.import.json'), record)
    t.equal(await messageOf(imported(path)), `${offers}: was not made by an import ${lost}`, record)
  }
  t.equal(read(path, 'offers.ndjson'), 'mine\n')
  await (await imported(path, OFFERS, true)).commit(MEMORY)
  t.equal(read(path, 'offers.ndjson'), lines(OFFERS))
})

t.test('an abandoned import leaves no files, and removes none of others', async (t) => {
  const root = t.testdir({ mine: {} })
  await (await imported(join(root, 'a/b/c'))).abandon()
  t.strictSame(readdirSync(root), ['mine'])
  await (await imported(join(root, 'mine/a'))).abandon()
  t.strictSame(readdirSync(join(root, 'mine')), [])
  const filled = await imported(join(root, 'b/c'))
  writeFileSync(join(root, 'b/other'), '')
  await filled.abandon()
  t.strictSame(readdirSync(join(root, 'b')), ['other'])
  const there = await imported(join(root, 'mine'))
  await there.abandon()
  t.strictSame(readdirSync(root).sort(), ['b', 'mine'])
  mkdirSync(join(root, 'mine/offers.ndjson'))
  t.match(await messageOf(imported(join(root, 'mine'))), 'offers.ndjson')
})

t.test('the error of an invalid line of offers names the file', async (t) => {
  const path = await committed(t)
  for (const line of ['{', '[]', '{"issuer":"a"}', '{"ref":"a"}']) {
    writeFileSync(join(path, 'offers.ndjson'), `${line}\n`)
    const digest = createHash('sha256').update(`${line}\n`).digest('hex')
    writeFileSync(join(path, '.import.json'), JSON.stringify({ offers: digest, made: [] }))
    const folder = await imported(path, [])
    t.match(await messageOf(lastOffersOf(folder)), 'offers.ndjson', line)
    await folder.abandon()
  }
})

t.test('the folder of a killed import is removed by the next one', async (t) => {
  const path = await committed(t)
  mkdirSync(join(path, '.import-Ab12Cd'))
  writeFileSync(join(path, '.import-Ab12Cd', 'offers.ndjson'), '{')
  symlinkSync('an unknown owner', join(path, '.importing'))
  t.match(
    await messageOf(imported(path)),
    /^an import writes this folder: an unknown process.*remove .*\.importing$/,
  )
  rmSync(join(path, '.importing'))
  await (await imported(path)).abandon()
  t.strictSame(
    readdirSync(path).filter((name) => name.startsWith('.import')),
    ['.import.json'],
  )
})

t.test('two imports do not write one folder at the same time', async (t) => {
  const path = await committed(t)
  const first = await imported(path)
  t.match(await messageOf(imported(path)), `an import writes this folder: process ${process.pid} on `)
  await first.commit(MEMORY)
  await (await imported(path)).abandon()
})
