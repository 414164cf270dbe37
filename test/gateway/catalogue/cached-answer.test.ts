import { gunzipSync, gzipSync } from 'node:zlib'
import t from 'tap'
import { CachedAnswer } from '../../../gateway/catalogue/cached-answer.ts'
import { fieldsIn } from '../../../gateway/fast-path/response-head.ts'
import { ANY_ADDRESS } from '../../helpers/any-address.ts'

const BODY = Buffer.from('{"data":[\n{"id":"a"}\n]}\n')
const STORED = gzipSync(BODY)
const DIGEST = 'd'.repeat(64)

/** A prebuilt page, and how often it was read. */
function prebuilt() {
  const readings: Promise<void>[] = []
  const read = async () => {
    readings.push(Promise.resolve())
    return { stored: STORED, body: BODY }
  }
  return {
    page: new CachedAnswer({ key: 'a /b', address: ANY_ADDRESS, digest: DIGEST, window: undefined, read }),
    readings,
  }
}

t.test('before a body is wanted nothing is read, and all is known but the length', async (t) => {
  const { page, readings } = prebuilt()
  t.same(page.tags, { gzip: `"${'d'.repeat(32)}-gzip"`, identity: `"${'d'.repeat(32)}"` })
  t.equal(page.head(304, 'gzip', 'named').contentLength, undefined)
  t.equal(page.loadedCoding, undefined)
  t.equal(readings.length, 0)
})

t.test('one reading serves both codings, in either order', async (t) => {
  for (const order of [
    ['gzip', 'identity'],
    ['identity', 'gzip'],
  ] as const) {
    const { page, readings } = prebuilt()
    for (const coding of order) {
      t.strictSame(await page.load(coding), coding === 'gzip' ? STORED : BODY)
      t.strictSame(page.bytesIn(coding), coding === 'gzip' ? STORED : BODY)
    }
    t.equal(readings.length, 1)
    t.equal(page.loadedCoding, 'identity')
  }
})

t.test('all who ask at once share one reading', async (t) => {
  const { page, readings } = prebuilt()
  await Promise.all([page.load('gzip'), page.load('identity'), page.lines()])
  t.equal(readings.length, 1)
})

t.test('a reading that fails is not kept', async (t) => {
  let fails = true
  const read = async () => {
    if (fails) throw new Error('unreadable')
    return { stored: STORED, body: BODY }
  }
  const page = new CachedAnswer({ key: '', address: ANY_ADDRESS, digest: DIGEST, window: undefined, read })
  await t.rejects(page.load('gzip'), { message: 'unreadable' })
  fails = false
  t.strictSame(await page.load('gzip'), STORED)
})

t.test('a page weighs what its bodies take, and something for itself', async (t) => {
  const { page } = prebuilt()
  const before = page.weight
  await page.load('gzip')
  t.equal(page.weight, before + STORED.length)
  await page.load('identity')
  t.equal(page.weight, before + STORED.length + BODY.length)
})

t.test('a page that was cut is gzipped when that is wanted', async (t) => {
  const page = CachedAnswer.of({ key: '', address: ANY_ADDRESS, digest: DIGEST, window: undefined }, BODY)
  t.equal(page.loadedCoding, 'identity')
  t.strictSame(gunzipSync(await page.load('gzip')), BODY)
})

t.test('heads say what differs by coding, status and kind of key', async (t) => {
  const query = { limit: 25, offset: 100 }
  const read = async () => ({ stored: STORED, body: BODY })
  const page = new CachedAnswer({
    key: '',
    address: ANY_ADDRESS,
    digest: DIGEST,
    window: { query, total: 999 },
    read,
  })
  await page.load('identity')
  const fields = (...of: Parameters<CachedAnswer['head']>) => {
    const list = fieldsIn(page.head(...of).headerText)
    return new Map(list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1]]] : [])))
  }
  t.equal(page.head(200, 'gzip', 'named').contentLength, String(STORED.length))
  t.equal(page.head(200, 'identity', 'named').contentLength, String(BODY.length))
  t.equal(fields(200, 'gzip', 'named').get('Content-Encoding'), 'gzip')
  t.notOk(fields(200, 'identity', 'named').has('Content-Encoding'))
  t.notOk(fields(304, 'gzip', 'named').has('Content-Type'))
  t.match(fields(200, 'gzip', 'named').get('Link'), /rel="next"/)
  t.notMatch(fields(200, 'gzip', 'demo').get('Link'), /rel="next"/, 'not beyond what the key may read')
  t.equal(fields(200, 'gzip', 'demo').get('Cache-Control'), 'private, max-age=3600')
  t.equal(fields(200, 'gzip', undefined).get('Cache-Control'), 'public, max-age=3600')
  t.equal(page.head(200, 'gzip', 'demo'), page.head(200, 'gzip', 'demo'), 'each is made once')
})
