import type { Test } from 'tap'
import type { Answer } from '../../helpers/http.ts'
import type { Api } from './api.ts'

const remainingOf = ({ headers }: Answer) => Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1])

export async function rateContract(t: Test, { get, issue, demo, fromElsewhere }: Api): Promise<void> {
  t.test('the 31st demo request of an address is refused, and no other caller is affected', async (t) => {
    const here = fromElsewhere()
    for (let request = 1; request <= 30; request++) {
      const answer = await get('/beta/offers?limit=1', { key: demo, headers: here })
      if (answer.status !== 200) t.fail(`request ${request}: ${answer.status}`)
    }
    const refused = await get('/beta/offers?limit=1', { key: demo, headers: here })
    t.equal(refused.status, 429)
    t.match(refused.json, { code: 'rate_limited' })
    const wait = Number(refused.headers['retry-after'])
    t.ok(Number.isInteger(wait) && wait >= 1 && wait <= 60, `Retry-After: ${wait}`)
    t.equal(remainingOf(refused), 0)
    const other = await issue('demo')
    t.equal(
      (await get('/beta/offers?limit=1', { key: other.key, headers: here })).status,
      429,
      'another demo key does not help',
    )
    t.equal(
      (await get('/beta/offers?limit=1', { key: demo, headers: fromElsewhere() })).status,
      200,
      'another address',
    )
    const named = await issue('named')
    t.equal((await get('/beta/offers?limit=1', { key: named.key, headers: here })).status, 200, 'a named key')
  })

  t.test('the 301st request with a named key is refused from any address', async (t) => {
    const [one, other] = [await issue('named'), await issue('named')]
    for (let sent = 0; sent < 300; sent += 20) {
      const asked = Array.from({ length: 20 }, () =>
        get('/beta/offers?limit=1', { key: one.key, headers: fromElsewhere() }),
      )
      for (const answer of await Promise.all(asked)) if (answer.status !== 200) t.fail(`${answer.status}`)
    }
    const refused = await get('/beta/offers?limit=1', { key: one.key, headers: fromElsewhere() })
    t.equal(refused.status, 429)
    t.equal(refused.headers['ratelimit-policy'], '"named";q=300;w=60')
    t.equal((await get('/beta/offers?limit=1', { key: other.key })).status, 200)
  })

  t.test('HEAD, 304 and errors count; preflights, refused keys and the description do not', async (t) => {
    const { key } = await issue('named')
    const first = await get('/beta/offers', { key })
    const before = remainingOf(first)
    await get('/beta/offers', { key, method: 'HEAD' })
    await get('/beta/offers', { key, headers: { 'if-none-match': String(first.headers.etag) } })
    await get('/beta/offers?limit=0', { key })
    await get('/beta/offers', { key, method: 'OPTIONS' })
    await get('/beta/openapi.json', { key })
    await get('/beta/offers', { key: `${key}x` })
    t.equal(remainingOf(await get('/beta/offers', { key })), before - 4)
  })
}
