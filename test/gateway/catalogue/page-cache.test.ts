import t from 'tap'
import { Page } from '../../../gateway/catalogue/page.ts'
import { PageCache } from '../../../gateway/catalogue/page-cache.ts'

const MEBIBYTE = 1024 * 1024

/** A page that weighs about as much as its body. */
const pageOf = (target: string, bytes: number) =>
  Page.of({ target, digest: '0'.repeat(64), window: undefined }, Buffer.alloc(bytes))

t.test('as long as there is room, every page is kept', async (t) => {
  const cache = new PageCache(MEBIBYTE)
  const pages = Array.from({ length: 8 }, (_, at) => pageOf(`/${at}`, 50_000))
  for (const page of pages) cache.offer(page)
  for (const [at, page] of pages.entries()) t.equal(cache.get(`/${at}`), page)
  t.equal(cache.get('/8'), undefined)
})

t.test('once it is full, reading everything once pushes out nothing', async (t) => {
  const cache = new PageCache(MEBIBYTE)
  for (let at = 0; at < 18; at++) cache.offer(pageOf(`/kept/${at}`, 50_000))
  const isKept = (at: number) => cache.get(`/kept/${at}`) !== undefined
  const kept = Array.from({ length: 18 }, (_, at) => at).filter(isKept)
  t.ok(kept.length > 10)
  for (let at = 0; at < 4_000; at++) cache.offer(pageOf(`/once/${at}`, 10))
  t.same(kept.filter(isKept), kept)
  t.equal(cache.get('/once/3999'), undefined)
})

t.test('what is asked for again is kept, in place of what was asked for least lately', async (t) => {
  const cache = new PageCache(MEBIBYTE)
  for (let at = 0; at < 19; at++) cache.offer(pageOf(`/kept/${at}`, 50_000))
  cache.get('/kept/0')
  const page = pageOf('/again', 200_000)
  cache.offer(pageOf('/again', 200_000))
  t.equal(cache.get('/again'), undefined, 'for the first time')
  cache.offer(page)
  t.equal(cache.get('/again'), page)
  t.ok(cache.get('/kept/0'), 'asked for lately')
  t.equal(cache.get('/kept/1'), undefined)
})

t.test('a page that is being read is there for all, kept or not', async (t) => {
  const cache = new PageCache(MEBIBYTE)
  const page = pageOf('/page', 10)
  const reading = cache.reading(page, async () => {
    t.equal(cache.get('/page'), page)
    return 'read'
  })
  t.equal(cache.get('/page'), page)
  t.equal(await reading, 'read')
  t.equal(cache.get('/page'), undefined, 'it was never offered')
  await t.rejects(
    cache.reading(page, async () => {
      throw new Error('unreadable')
    }),
  )
  t.equal(cache.get('/page'), undefined)
})

t.test('what a page weighs more after it was read counts', async (t) => {
  const cache = new PageCache(MEBIBYTE)
  const body = Buffer.alloc(600_000)
  const read = async () => ({ stored: body, body })
  const growing = (target: string) => new Page({ target, digest: '0'.repeat(64), window: undefined, read })
  const pages = [growing('/0'), growing('/1')]
  for (const page of pages) {
    cache.offer(page)
    await cache.reading(page, () => page.load('gzip'))
  }
  t.same(
    pages.map((_, at) => cache.get(`/${at}`)),
    [undefined, pages[1]],
    'there is room for one of them',
  )
})

t.test('a cache that is to keep to a part of its bound keeps what was asked for last', async (t) => {
  const cache = new PageCache(MEBIBYTE)
  const targets = () => cache.pages().map(({ target }) => target)
  for (let at = 0; at < 12; at++) cache.offer(pageOf(`/${at}`, 50_000))
  cache.get('/0')
  cache.keepTo(1 / 4)
  t.same(targets(), ['/0', '/11', '/10', '/9'])
  cache.offer(pageOf('/12', 50_000))
  t.equal(targets().length, 4, 'nothing more')
  cache.keepTo(1)
  for (let at = 13; at < 20; at++) cache.offer(pageOf(`/${at}`, 50_000))
  t.equal(targets().length, 11, 'as much as before')
  cache.keepTo(0)
  t.same(targets(), [])
})

t.test(
  'what is asked for again takes the place of other pages, in a part of the bound as well',
  async (t) => {
    const cache = new PageCache(MEBIBYTE)
    for (let at = 0; at < 12; at++) cache.offer(pageOf(`/${at}`, 50_000))
    cache.keepTo(1 / 4)
    for (const again of [1, 2, 3])
      for (let at = 20; at < 26; at++) cache.offer(pageOf(`/${at}`, 50_000 + again))
    t.same(
      cache.pages().map(({ target }) => target),
      ['/25', '/24', '/23', '/22'],
    )
  },
)
