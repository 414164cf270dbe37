// Two versions of the API in one release: the programs once the table of versions states that `/beta` ends and
// `/v1` takes its place.

import { join } from 'node:path'
import t, { type Test } from 'tap'
import { HOME_FILES } from '../../contract/api/home.ts'
import type { ApiVersion } from '../../contract/api/versions.ts'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { CATALOGUE, records, writeSource } from '../build/support/source.ts'
import { createDescriptionCheck } from '../helpers/api-description.ts'
import { runToEnd } from '../helpers/child-processes.ts'
import { createHistoryCheck } from '../helpers/earlier-descriptions.ts'
import { type Answer, type Call, call } from '../helpers/http.ts'
import { bundleWith, type Programs } from '../helpers/pretended-versions.ts'
import { bundle, serveGateway } from '../helpers/processes.ts'
import { LONG_MS } from '../helpers/slow-suite.ts'

t.setTimeout(LONG_MS)

const V1: ApiVersion = { name: 'v1', basePath: '/v1', schemaVersion: 'v1.0' }

function ending(sunset: string): ApiVersion {
  const end = { announced: '2026-01-01', deprecated: '2026-02-01T00:00:00.000Z', sunset, successor: 'v1' }
  return { name: 'beta', basePath: '/beta', schemaVersion: 'beta.1', end }
}

const SUNSET_TO_COME = '2999-01-01T00:00:00.000Z'
const SUNSET_GONE_BY = '2026-03-03T00:00:00.000Z'

const root = t.testdir()
const source = writeSource(join(root, 'source'), {
  catalogue: { ...CATALOGUE, data_as_of: '2026-09-01T10:00:00.000Z' },
  offers: records(60),
})
const keys = join(root, 'keys.ndjson')
let key = ''
let during: Programs
let after: Programs

t.before(async () => {
  during = await bundleWith([ending(SUNSET_TO_COME), V1], join(root, 'during'))
  after = await bundleWith([ending(SUNSET_GONE_BY), V1], join(root, 'after'))
  const words = ['keys', 'issue', '--keys', keys, '--name', 'test', '--json']
  key = (JSON.parse(await program(during.gateway, ...words)) as { key: string }).key
})

async function program(path: string, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await runToEnd(process.execPath, [path, ...words])
  if (code !== 0) throw new Error(`${words[0]}: ${stderr}`)
  return stdout
}

/** Builds a small catalogue once for each program. */
function release(build: string): Promise<string> {
  const known = releases.get(build)
  if (known) return known
  const out = join(root, `out-${releases.size}`)
  const made = program(build, 'run', '--source', source, '--out', out).then(() => out)
  releases.set(build, made)
  return made
}
const releases = new Map<string, Promise<string>>()

async function serve(t: Test, gateway: string, out: string) {
  const running = await serveGateway(t, ['--public', out, '--keys', keys, '--admin-port', '0'], gateway)
  const adminPort = /"port":(\d+),"msg":"admin port open"/.exec(running.log())?.[1]
  return {
    get: (target: string, options: Call = {}) => call(running.base, target, { key, ...options }),
    base: running.base,
    metrics: async () => (await call(`http://127.0.0.1:${adminPort}`, '/metrics')).text,
  }
}

async function targetsOf(out: string): Promise<string[]> {
  const reader = folderReader(out)
  const pointer = await reader.pointer()
  if (!pointer) throw new Error('nothing was published')
  const { table } = await reader.load(pointer)
  return Array.from(table, ({ target }) => target)
}

const startOf = (base: string) => (target: string) => target.startsWith(base)

t.test('a release holds both, `verify` accepts it, and gateways of earlier versions serve it', async (t) => {
  const out = await release(during.build)
  await program(during.build, 'verify', '--out', out)
  const targets = await targetsOf(out)
  const beta = targets.filter(startOf('/beta/'))
  const v1 = targets.filter(startOf('/v1/'))
  t.same(v1, beta.map((target) => target.replace('/beta/', '/v1/')).sort())
  t.equal(targets.length - beta.length - v1.length, HOME_FILES.length, 'the files next to the API')
  const { get } = await serve(t, bundle('gateway'), out)
  t.equal((await get('/beta/offers?limit=7')).status, 200)
  t.equal((await get('/v1/offers?limit=7')).status, 404)
})

/** Every route, windows that are cut, and requests that are refused. */
const ASKED: [path: string, options: Call][] = [
  ['/offers', {}],
  ['/offers?limit=7&offset=3', {}],
  ['/offers?category=no-such-category', {}],
  ['/changes?limit=100', {}],
  ['/changes?since=2026-09-01T10:00:00.000Z', {}],
  ['/issuers', {}],
  ['/categories', {}],
  ['/comunas', {}],
  ['/snapshot', {}],
  ['/snapshot', { headers: { Range: 'bytes=0-9' } }],
  ['/offers?limit=0', {}],
  ['/offers?limit=101', {}],
  ['/offers/off_aaaaaaaaaaaaaaaa', {}],
  ['/offers', { key: 'wrong' }],
  ['/changes?since=2020-01-01T00:00:00.000Z', {}],
  ['/snapshot', { headers: { Range: 'bytes=999999999-' } }],
]

t.test('both are served with the same content; every answer of the one that ends announces it', async (t) => {
  const { get, metrics } = await serve(t, during.gateway, await release(during.build))
  const checks = new Map<string, (target: string, answer: Answer) => string[]>()
  for (const base of ['/beta', '/v1']) {
    checks.set(base, createDescriptionCheck((await get(`${base}/openapi.json`)).json))
  }
  const checkHistory = createHistoryCheck()
  const list = (await get('/v1/offers?limit=1')).json as { data: { id: string }[] }
  for (const [path, options] of [...ASKED, [`/offers/${list.data[0]?.id}`, {}] as const]) {
    const [beta, v1] = [await get(`/beta${path}`, options), await get(`/v1${path}`, options)]
    t.equal(beta.status, v1.status, path)
    t.equal(beta.text.replaceAll('beta.1', 'v1.0').replaceAll('/beta/', '/v1/'), v1.text, path)
    t.same([checks.get('/beta')?.(`/beta${path}`, beta), checkHistory(`/beta${path}`, beta)], [[], []], path)
    t.same(checks.get('/v1')?.(`/v1${path}`, v1), [], path)
    t.match(beta.headers, { deprecation: '@1769904000', sunset: 'Tue, 01 Jan 2999 00:00:00 GMT' }, path)
    const exposed = String(beta.headers['access-control-expose-headers']).split(', ')
    t.same(
      ['ETag', 'Deprecation', 'Sunset'].filter((name) => !exposed.includes(name)),
      [],
      path,
    )
    t.match(v1.headers, { deprecation: undefined, sunset: undefined }, path)
    t.notMatch(String(v1.headers.link), 'successor', path)
  }
  const text = await metrics()
  t.match(text, 'offers_http_requests_total{route="offers",status="200",key_kind="named"} 7')
})

t.test('an answer links to the same one in the next version', async (t) => {
  const { get, base } = await serve(t, during.gateway, await release(during.build))
  const { data } = (await get('/beta/offers?limit=1')).json as { data: { id: string }[] }
  const targets = ASKED.filter(([, { key }]) => key === undefined).map(([path]) => path)
  for (const path of [...targets, `/offers/${data[0]?.id}`, '/openapi.json']) {
    for (const headers of [{}, { 'If-None-Match': '*' }]) {
      const answer = await get(`/beta${path}`, { headers })
      const link = /<([^>]+)>; rel="successor-version"/.exec(String(answer.headers.link))?.[1]
      if (link === undefined) throw new Error(`${path}: ${answer.headers.link}`)
      const url = new URL(link, new URL(`/beta${path}`, base))
      t.ok(url.pathname.startsWith('/v1/'), `${path} leads to ${url.pathname}`)
      const next = await get(url.pathname + url.search)
      // Faults of an address may occur there as well; faults of its parameters are left out.
      const expected = answer.status >= 400 && answer.status !== 400 ? answer.status : 200
      t.equal(next.status, path === '/snapshot' ? 200 : expected, path)
      if (answer.status === 200 && !path.startsWith('/openapi'))
        t.equal(next.text, answer.text.replaceAll('beta.1', 'v1.0'), path)
    }
  }
  const paged = await get('/beta/offers?limit=7&offset=7')
  t.match(paged.headers.link, /rel="first".*rel="prev".*rel="next".*rel="successor-version"/)
})

t.test('after its end a version is 410 with a link to the next one, also without a key', async (t) => {
  const out = await release(during.build)
  const { get } = await serve(t, after.gateway, out)
  for (const path of ['/offers', '/offers?limit=0', '/snapshot', '/openapi.json', '/changes']) {
    for (const key of ['wrong', '']) {
      const { status, json, headers } = await get(`/beta${path}`, { key })
      t.equal(status, 410, path)
      t.match(json, { code: 'version_gone', detail: /Use \/v1 instead/, meta: { schema_version: 'beta.1' } })
      t.match(headers, {
        deprecation: '@1769904000',
        sunset: 'Tue, 03 Mar 2026 00:00:00 GMT',
        link: `<../v1${path.split('?')[0]}>; rel="successor-version"`,
        'cache-control': 'no-store',
        ratelimit: undefined,
      })
    }
    t.equal((await get(`/v1${path.split('?')[0]}`)).status, 200, path)
  }
  t.equal((await get('/beta/offers', { method: 'POST' })).status, 405)
  t.equal((await get('/beta/nothing')).status, 404)
})

t.test('a release built after the end leaves the version out', async (t) => {
  const out = await release(after.build)
  await program(after.build, 'verify', '--out', out)
  t.same((await targetsOf(out)).filter(startOf('/beta/')), [])
  const { get } = await serve(t, after.gateway, out)
  t.equal((await get('/v1/offers')).status, 200)
  t.equal((await get('/beta/offers')).status, 410)
})

t.test(
  'a release from before the new version is served, and the answers that it lacks are 503',
  async (t) => {
    const out = await release(bundle('build'))
    await program(during.build, 'verify', '--out', out)
    const { get } = await serve(t, during.gateway, out)
    const { data } = (await get('/beta/offers?limit=1')).json as { data: { id: string }[] }
    const served = ['/offers', '/offers?limit=7', '/offers?category=no-such-category', '/changes', '/issuers']
    for (const path of [...served, '/snapshot', `/offers/${data[0]?.id}`, '/openapi.json']) {
      t.equal((await get(`/beta${path}`)).status, 200, path)
      const { status, json, headers } = await get(`/v1${path}`)
      t.equal(status, 503, path)
      t.match(json, { code: 'catalogue_unavailable', meta: { schema_version: 'v1.0' } })
      t.ok(headers['retry-after'], path)
    }
  },
)
