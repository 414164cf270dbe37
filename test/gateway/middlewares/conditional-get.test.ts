import t from 'tap'
import { CachedAnswer } from '../../../gateway/catalogue/cached-answer.ts'
import { conditionalGet } from '../../../gateway/middlewares/conditional-get.ts'
import { ANY_TARGET } from '../../helpers/any-target.ts'
import { oneStep, PASSED } from './one-step.ts'

const answer = CachedAnswer.of(
  { key: 'a /beta/issuers', routed: ANY_TARGET, digest: 'd'.repeat(64), window: undefined },
  Buffer.from('{}'),
)
const { gzip, identity } = answer.tags

async function ask(headers: Record<string, string>) {
  const { ask } = await oneStep(t, conditionalGet, (context) => {
    context.representation = answer
    context.caller = { id: 'key_a', countedAs: 'key_a', requests: 300, kind: 'named' }
  })
  return ask('/', { headers })
}

t.test('without a matching tag the request passes', async () => {
  t.equal((await ask({})).status, PASSED)
  for (const field of ['"other"', '', gzip.slice(0, -1), 'd'.repeat(32)])
    t.equal((await ask({ 'If-None-Match': field })).status, PASSED, field)
})

t.test('a 304 names the tag that matched, of any coding, and has no body', async () => {
  for (const accepted of ['gzip', 'identity']) {
    for (const tag of [gzip, identity]) {
      const { status, headers, body } = await ask({
        'Accept-Encoding': accepted,
        'If-None-Match': `"x", W/${tag}`,
      })
      t.equal(status, 304)
      t.equal(headers.etag, tag)
      t.equal(body.length, 0)
      t.match(headers, { 'cache-control': 'private, max-age=3600', vary: 'Authorization, Accept-Encoding' })
    }
  }
})

t.test('with several matches, or *, it names the tag of the coding that a 200 would have', async () => {
  for (const [accepted, tag] of [
    ['gzip', gzip],
    ['identity', identity],
  ] as const) {
    t.match(await ask({ 'Accept-Encoding': accepted, 'If-None-Match': '*' }), { headers: { etag: tag } })
  }
})
