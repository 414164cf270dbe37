// A gateway below a path of another site: nginx with `location /catalogue/`, as a comment in the documented configuration
// describes.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { asRecord } from '../../lib/json/json.ts'
import { demonstrationRelease } from '../helpers/demonstration.ts'
import { freePort } from '../helpers/free-port.ts'
import { startGateway } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { listeningAt, Nginx, withoutNginx } from '../helpers/nginx.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'

t.setTimeout(BUSY_MS)

/** A gateway with the demonstration catalogue, and a site of nginx that serves it below `/catalogue/`. */
async function startSite(t: Test) {
  const folder = t.testdir()
  const { base, keys } = await startGateway(t, await demonstrationRelease())
  const port = await freePort()
  mkdirSync(join(folder, 'nginx'))
  const nginx = new Nginx({
    site: 'balancer.conf',
    replace: {
      ...listeningAt(port),
      '127.0.0.1:8080': new URL(base).host,
      '127.0.0.1:8090': new URL(base).host,
      'location / {': 'location /catalogue/ {',
      'proxy_pass http://offers_gateways;': 'proxy_pass http://offers_gateways/;',
    },
    folder: join(folder, 'nginx'),
  })
  await nginx.start()
  t.teardown(() => nginx.stop())
  return { site: `http://127.0.0.1:${port}`, base, key: keys.issue('named') }
}

t.test('every link of the API holds below a path', { skip: withoutNginx }, async (t) => {
  const { site, key } = await startSite(t)
  const first = `${site}/catalogue/beta/offers?limit=25`
  const follow = (from: string, reference: unknown) => new URL(String(reference), from)
  const get = (url: URL | string, options = {}) => {
    const { pathname, search } = new URL(url)
    return call(site, pathname + search, options)
  }

  const list = await get(first, { key })
  t.equal(list.status, 200)
  const next = /<([^>]+)>; rel="next"/.exec(String(list.headers.link))?.[1]
  t.match(await get(follow(first, next), { key }), { status: 200, json: { meta: { offset: 25 } } })

  for (const path of [
    '/catalogue/beta/offers?limit=0',
    '/catalogue/beta/offers/off_unknown',
    '/catalogue/no',
  ]) {
    const { json } = await get(site + path, { key })
    const { type, code } = asRecord(json, path)
    const page = follow(site + path, type)
    t.equal(page.pathname, '/catalogue/reference', path)
    t.match((await get(page)).text, `id="${page.hash.slice(1)}"`)
    t.equal(page.hash, `#${code}`)
  }

  const where = `${site}/catalogue/beta/openapi.json`
  const description = await get(where)
  t.equal(description.status, 200)
  const { servers, paths } = asRecord(description.json, 'the description')
  const [server] = Array.isArray(servers) ? servers : []
  const root = follow(where, server.url).href.replace(/\/$/, '')
  for (const path of Object.keys(asRecord(paths, 'paths')).filter((path) => !path.includes('{'))) {
    t.equal((await get(root + path, { key })).status, 200, root + path)
  }
  t.equal((await get(`${site}/catalogue/?from=mail`)).status, 200, 'the page for people')
})

t.test('odd spellings of an address are answered as without nginx', { skip: withoutNginx }, async (t) => {
  const { site, base, key } = await startSite(t)
  for (const [target, status] of [
    ['/beta/%6Fffers', 200],
    ['/b%65ta/offers?limit=7', 200],
    ['//beta/offers', 404],
    ['/beta//offers', 404],
  ] as const) {
    t.equal((await call(base, target, { key })).status, status, target)
    t.equal((await call(site, `/catalogue${target}`, { key })).status, status, `${target} through nginx`)
  }
})
