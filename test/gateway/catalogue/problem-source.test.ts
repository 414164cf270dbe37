import t from 'tap'
import { homeAsSeenFrom } from '../../../contract/api/problems.ts'
import { problemSource } from '../../../gateway/catalogue/problem-source.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { call } from '../../helpers/http.ts'
import { publishTinyRelease, TINY_ATTRIBUTION } from '../../helpers/tiny-release.ts'

t.test('the address of home is right from every address, below any path', async (t) => {
  for (const path of ['/', '/nowhere', '/beta/', '/beta/offers', '/beta/offers/off_abc', '//beta/offers']) {
    for (const base of ['https://api.example', 'https://api.example/catalogue', 'https://api.example/a/b']) {
      t.equal(new URL(homeAsSeenFrom(path), base + path).href, `${base}/`, base + path)
    }
  }
  t.equal(homeAsSeenFrom('/a'.repeat(5000)), '/', 'a path without end is not answered in kind')
})

t.test('with a public address links are absolute', async (t) => {
  const source = problemSource({ current: undefined }, 'https://api.example/catalogue')
  t.equal(source('/beta/offers?limit=0').home, 'https://api.example/catalogue/')
  t.equal(source(undefined).home, 'https://api.example/catalogue/', 'also for input that is no request')
})

t.test('query, scheme and host of a request make no difference', async (t) => {
  const source = problemSource({ current: undefined })
  for (const target of ['/beta/offers?x=a/b/c', 'http://a.example/beta/offers']) {
    t.equal(source(target).home, '../', target)
  }
  t.equal(source(undefined).home, '/')
})

t.test('before the first release no provider is named, then the release names it', async (t) => {
  const folder = t.testdir()
  const { base, gateway } = await startGateway(t, folder)
  t.match((await call(base, '/beta/openapi.json')).json, {
    code: 'catalogue_unavailable',
    meta: { attribution: 'The provider of the data is named as soon as a catalogue is loaded.' },
  })
  publishTinyRelease(folder)
  await gateway.catalogue.refresh()
  t.match((await call(base, '/nowhere')).json, { meta: { attribution: TINY_ATTRIBUTION } })
})
