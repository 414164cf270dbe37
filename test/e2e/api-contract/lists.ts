import { Validator } from '@seriousme/openapi-schema-validator'
import type { Test } from 'tap'
import type { Api } from './api.ts'

interface List {
  data: { id: string; updated_at: string }[]
  meta: { count: number; total: number; limit: number; offset: number }
}

export async function listContract(t: Test, { get, named }: Api): Promise<void> {
  const list = async (query: string) => (await get(`/beta/offers${query}`, { key: named })).json as List

  t.test('a list starts with 25 offers, and says how many there are', async (t) => {
    const { data, meta } = await list('')
    t.equal(data.length, 25)
    t.match(meta, { count: 25, limit: 25, offset: 0 })
    t.ok(meta.total > 400)
  })

  t.test('following the links reads every offer once, in order', async (t) => {
    const seen: string[] = []
    let target: string | undefined = '/beta/offers?limit=100'
    while (target) {
      const answer = await get(target, { key: named })
      const { data, meta } = answer.json as List
      seen.push(...data.map(({ updated_at, id }) => `${updated_at} ${id}`))
      t.equal(meta.count, data.length)
      t.ok(data.length > 0, 'no link leads to an empty page')
      const next = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link))?.[1]
      const url: URL | undefined = next === undefined ? undefined : new URL(next, `http://a${target}`)
      target = url && url.pathname + url.search
    }
    const { total } = (await list('')).meta
    t.equal(new Set(seen).size, total)
    const [instant, id] = [
      (line: string) => line.split(' ')[0] ?? '',
      (line: string) => line.split(' ')[1] ?? '',
    ]
    const compose = seen.every((line, i) => {
      const before = seen[i - 1]
      if (before === undefined || instant(before) > instant(line)) return true
      return instant(before) === instant(line) && id(before) < id(line)
    })
    t.ok(compose, 'newest first, then by id')
  })

  t.test('the page that ends with the last offer has no next', async (t) => {
    const { total } = (await list('')).meta
    const linksAt = async (offset: number) =>
      String((await get(`/beta/offers?limit=10&offset=${offset}`, { key: named })).headers.link)
    t.match(await linksAt(total - 11), `<?limit=10&offset=${total - 1}>; rel="next"`)
    for (const offset of [total - 10, total - 1, total, total + 5])
      t.notMatch(await linksAt(offset), 'rel="next"', `offset ${offset} of ${total}`)
  })

  t.test('ended offers are found only by id', async (t) => {
    const detail = await get('/beta/offers/off_q4mzt7hx2bnvke5w', { key: named })
    t.equal(detail.status, 200)
  })

  t.test('the description needs no key and is valid OpenAPI 3.1', async (t) => {
    const answer = await get('/beta/openapi.json')
    t.same(await new Validator().validate(answer.json as Record<string, unknown>), { valid: true })
    t.match(answer.json, { openapi: /^3\.1/, 'x-meta': { attribution: String } })
    t.equal(answer.headers['cache-control'], 'public, max-age=3600')
  })
}
