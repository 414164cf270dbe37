import t from 'tap'
import { CachedAnswer } from '../../../gateway/catalogue/cached-answer.ts'
import { conditionalGet } from '../../../gateway/middlewares/conditional-get.ts'
import { ANY_TARGET } from '../../helpers/any-target.ts'
import { oneStep, PASSED } from './one-step.ts'

const answer = CachedAnswer.of(
  { routed: ANY_TARGET, digest: 'd'.repeat(64), window: undefined },
  Buffer.from('{}'),
)
const { gzip, identity } = answer.tags

async function ask(headers: Record<string, string>) {
  const { ask } = await oneStep(t, conditionalGet, (context) => {
    context.representation = answer
    context.caller = { id: 'key_a', requests: 300, kind: 'named' }
  })
  return ask('/', { headers })
}

t.test('If-Match that does not hold is 412, before any 304', async () => {
  for (const [accepted, tag] of [
    ['gzip', gzip],
    ['identity', identity],
  ] as const) {
    const headers = { 'Accept-Encoding': accepted, 'If-None-Match': tag }
    t.equal((await ask({ ...headers, 'If-Match': `"x", ${tag}` })).status, 304)
    t.equal((await ask({ 'Accept-Encoding': accepted, 'If-Match': tag })).status, PASSED)
    for (const field of ['"old"', `W/${tag}`]) {
      t.match(await ask({ ...headers, 'If-Match': field }), {
        status: 412,
        json: { code: 'precondition_failed' },
        headers: { 'cache-control': 'no-store' },
      })
    }
  }
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
