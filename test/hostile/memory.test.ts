// The memory that remembered facts of requests take.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { CachedAnswer } from '../../gateway/catalogue/cached-answer.ts'
import { clientAddressBehind } from '../../gateway/limits/client-address.ts'
import { sha256 } from '../../lib/digest.ts'
import { ANY_TARGET } from '../helpers/any-target.ts'
import { ALONE_MS } from '../helpers/slow-suite.ts'
import { until } from '../helpers/until.ts'

t.setTimeout(ALONE_MS)

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Bytes held on and off the heap, without garbage. */
function heldBytes(): number {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

t.test('a remembered address does not keep its whole field in memory', async (t) => {
  const of = clientAddressBehind(['127.0.0.1'])
  const before = heldBytes()
  const remembered = Array.from({ length: 1000 }, (_, index) => {
    const field = Buffer.from(`${'x'.repeat(13_000)}, 198.51.${100 + (index >> 8)}.${100 + (index & 127)}`)
    return of({ headers: { 'x-forwarded-for': field.toString() }, socket: { remoteAddress: '127.0.0.1' } })
  })
  t.ok(heldBytes() - before < 4_000_000, 'less than a third of the fields')
  t.match(remembered[7], '198.51.100.107')
})

t.test('an answer takes no more memory than its weight', async () => {
  const before = heldBytes()
  const answers = await Promise.all(
    Array.from({ length: 500 }, async (_, index) => {
      const body = Buffer.from(`{"data":[],"index":${index}}`)
      const slug = `${index}`.padStart(100, 'a')
      const query = { issuer: slug, category: slug, comuna: slug, limit: 25, offset: 25 }
      const target = `/beta/offers?issuer=${slug}&category=${slug}&comuna=${slug}&limit=25&offset=25`
      const routed = { ...ANY_TARGET, target }
      const answer = CachedAnswer.of({ routed, digest: sha256(body), window: { query, total: 1000 } }, body)
      await answer.load('gzip')
      for (const kind of ['demo', 'named'] as const)
        for (const coding of ['gzip', 'identity'] as const)
          for (const status of [200, 304] as const) answer.head(status, coding, kind)
      return answer
    }),
  )
  const weight = answers.reduce((sum, answer) => sum + answer.weight, 0)
  // What compressed them is given back a little later.
  await until('no more than their weight is held', () => heldBytes() - before <= weight)
})
