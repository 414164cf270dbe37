import { Validator } from '@seriousme/openapi-schema-validator'
import type { Test } from 'tap'
import type { Api } from './api.ts'

interface List {
  data: {
    id: string
    issuer: { slug: string }
    category: { slug: string }
    comunas: { slug: string }[]
    updated_at: string
  }[]
  meta: { count: number; total: number; limit: number; offset: number }
}

export async function listContract(t: Test, { get, named, demo, fromElsewhere }: Api): Promise<void> {
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

  t.test('filters combine', async (t) => {
    const all = await list('?limit=100')
    const offer = all.data.find(({ comunas }) => comunas.length > 1)
    const comuna = offer?.comunas[1]?.slug
    const query = `issuer=${offer?.issuer.slug}&category=${offer?.category.slug}&comuna=${comuna}`
    const { data, meta } = await list(`?${query}&limit=100`)
    t.equal(meta.total, data.length)
    t.ok(data.some(({ id }) => id === offer?.id))
    t.ok(
      data.every(
        (each) => each.issuer.slug === offer?.issuer.slug && each.category.slug === offer?.category.slug,
      ),
    )
    t.ok(data.every(({ comunas }) => comunas.some(({ slug }) => slug === comuna)))
  })

  t.test('a filter that matches nothing, and an offset past the end, give an empty list', async (t) => {
    t.match(await list('?issuer=no-such-issuer'), { data: { length: 0 }, meta: { count: 0, total: 0 } })
    const { total } = (await list('')).meta
    t.match(await list('?offset=9999'), { data: { length: 0 }, meta: { count: 0, total, offset: 9999 } })
  })

  t.test('a window shows the same lines as the pages it overlaps', async (t) => {
    const page = await list('?limit=100&offset=0')
    const window = await list('?limit=7&offset=13')
    t.same(window.data, page.data.slice(13, 20))
    const across = await list('?limit=50&offset=75')
    const second = await list('?limit=100&offset=100')
    t.same(across.data, [...page.data.slice(75), ...second.data.slice(0, 25)])
  })

  t.test('an offer has the same content alone and in the list', async (t) => {
    const { data } = await list('')
    const detail = await get(`/beta/offers/${data[0]?.id}`, { key: demo, headers: fromElsewhere() })
    t.match(detail.json, { data: data[0] })
  })

  t.test('ended offers are found only by id', async (t) => {
    const detail = await get('/beta/offers/off_q4mzt7hx2bnvke5w', { key: named })
    t.equal(detail.status, 200)
  })

  t.test('all issuers are listed by slug, with the number of their offers', async (t) => {
    const answer = await get('/beta/issuers', { key: named })
    const { data } = answer.json as { data: { slug: string; offers_count: number }[] }
    t.same(
      data.map(({ slug }) => slug),
      data.map(({ slug }) => slug).toSorted(),
    )
    for (const { slug, offers_count } of data) {
      t.equal((await list(`?issuer=${slug}&limit=1`)).meta.total, offers_count, slug)
    }
  })

  t.test('the description needs no key and is valid OpenAPI 3.1', async (t) => {
    const answer = await get('/beta/openapi.json')
    t.same(await new Validator().validate(answer.text), { valid: true })
    t.match(answer.json, { openapi: /^3\.1/, 'x-meta': { attribution: String } })
    t.equal(answer.headers['cache-control'], 'public, max-age=3600')
  })
}
