import { gunzipSync, gzipSync } from 'node:zlib'
import t from 'tap'
import { CachedAnswer } from '../../../gateway/catalogue/cached-answer.ts'
import { fieldsIn } from '../../../gateway/http/head.ts'
import { ANY_TARGET } from '../../helpers/any-target.ts'

const BODY = Buffer.from('{"data":[\n{"id":"a"}\n]}\n')
const STORED = gzipSync(BODY)
const DIGEST = 'd'.repeat(64)

/** A prebuilt answer, and the number of its readings. */
function prebuilt() {
  const readings: Promise<void>[] = []
  const read = async () => {
    readings.push(Promise.resolve())
    return { stored: STORED, body: BODY }
  }
  return {
    answer: new CachedAnswer({
      routed: ANY_TARGET,
      digest: DIGEST,
      size: BODY.length,
      window: undefined,
      read,
    }),
    readings,
  }
}

t.test('without a request for the body nothing is read, and the head lacks only the length', async (t) => {
  const { answer, readings } = prebuilt()
  t.same(answer.tags, { gzip: `"${'d'.repeat(32)}-gzip"`, identity: `"${'d'.repeat(32)}"` })
  t.same(answer.head(304, 'gzip', 'named').framing, '')
  t.equal(readings.length, 0)
})

t.test('one reading serves both codings, in either order', async (t) => {
  for (const order of [
    ['gzip', 'identity'],
    ['identity', 'gzip'],
  ] as const) {
    const { answer, readings } = prebuilt()
    for (const coding of order) {
      t.strictSame(await answer.load(coding), coding === 'gzip' ? STORED : BODY)
      t.strictSame(answer.bytesIn(coding), coding === 'gzip' ? STORED : BODY)
    }
    t.equal(readings.length, 1)
  }
})

t.test('a reading that fails is not kept', async (t) => {
  let fails = true
  const read = async () => {
    if (fails) throw new Error('unreadable')
    return { stored: STORED, body: BODY }
  }
  const answer = new CachedAnswer({
    routed: ANY_TARGET,
    digest: DIGEST,
    size: BODY.length,
    window: undefined,
    read,
  })
  await t.rejects(answer.load('gzip'), { message: 'unreadable' })
  fails = false
  t.strictSame(await answer.load('gzip'), STORED)
})

t.test('the weight of an answer is that of its bodies and an overhead', async (t) => {
  const { answer } = prebuilt()
  const before = answer.weight
  await answer.load('gzip')
  t.equal(answer.weight, before + STORED.length)
  await answer.load('identity')
  t.equal(answer.weight, before + STORED.length + BODY.length)
})

t.test('an answer that was cut is gzipped on request', async (t) => {
  const answer = CachedAnswer.of({ routed: ANY_TARGET, digest: DIGEST, window: undefined }, BODY)
  t.strictSame(gunzipSync(await answer.load('gzip')), BODY)
})

t.test('heads differ by coding, status and kind of key', async (t) => {
  const query = { limit: 25, offset: 100 }
  const read = async () => ({ stored: STORED, body: BODY })
  const answer = new CachedAnswer({
    routed: ANY_TARGET,
    digest: DIGEST,
    size: BODY.length,
    window: { query, total: 999 },
    read,
  })
  await answer.load('identity')
  const fields = (...of: Parameters<CachedAnswer['head']>) => {
    const list = fieldsIn(answer.head(...of).headerText)
    return new Map(list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1]]] : [])))
  }
  t.same(answer.head(200, 'gzip', 'named').framing, `Content-Length: ${STORED.length}\r\n`)
  t.same(answer.head(200, 'identity', 'named').framing, `Content-Length: ${BODY.length}\r\n`)
  t.equal(fields(200, 'gzip', 'named').get('Content-Encoding'), 'gzip')
  t.notOk(fields(200, 'identity', 'named').has('Content-Encoding'))
  t.notOk(fields(304, 'gzip', 'named').has('Content-Type'))
  t.match(fields(200, 'gzip', 'named').get('Link'), /rel="next"/)
  t.notMatch(fields(200, 'gzip', 'demo').get('Link'), /rel="next"/, 'not beyond what the key may read')
  t.equal(fields(200, 'gzip', 'demo').get('Cache-Control'), 'private, max-age=3600')
  t.equal(fields(200, 'gzip', undefined).get('Cache-Control'), 'public, max-age=3600')
  t.equal(answer.head(200, 'gzip', 'demo'), answer.head(200, 'gzip', 'demo'), 'each is made once')
})
