// The HTTP of a gateway through the caches of others: nginx, and Varnish, also with settings that store all that it may.
// No answer reaches a caller who may not read it, and each one is what the gateway itself answers.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { startChild } from '../helpers/child-processes.ts'
import { demonstrationRelease } from '../helpers/demonstration.ts'
import { freePort } from '../helpers/free-port.ts'
import { type RunningGateway, startGateway } from '../helpers/gateway.ts'
import { type Answer, call } from '../helpers/http.ts'
import { withoutNginx } from '../helpers/nginx.ts'
import { LONG_MS } from '../helpers/slow-suite.ts'
import { until } from '../helpers/until.ts'
import { withoutProgram } from '../helpers/without-program.ts'

t.setTimeout(LONG_MS)

const withoutVarnish = withoutProgram('varnishd', '-V')

const NGINX = (folder: string, port: number, gateway: string) => `
daemon off;
user root;
pid ${folder}/pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  proxy_cache_path ${folder}/cache keys_zone=cache:1m;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${gateway};
      proxy_http_version 1.1;
      proxy_cache cache;
      add_header X-From-Cache $upstream_cache_status;
    }
  }
}`

const VARNISH = (gateway: string, stores: boolean) => `vcl 4.1;
backend default { .host = "127.0.0.1"; .port = "${new URL(gateway).port}"; }
sub vcl_recv { ${stores ? 'if (req.method == "GET") { return (hash); }' : ''} }
sub vcl_deliver {
  if (obj.hits > 0) { set resp.http.X-From-Cache = "HIT"; } else { set resp.http.X-From-Cache = "MISS"; }
}`

/** Starts the cache in front of a gateway; returns its address. */
type Cache = (t: Test, gateway: string) => Promise<string>

/** Runs a cache until the end of the test; resolves when it answers. */
async function started(t: Test, base: string, program: string, args: readonly string[]): Promise<string> {
  const child = startChild(program, args, { stdio: 'ignore' })
  t.teardown(() => child.kill())
  const answers = async () => (await call(base, '/beta/openapi.json').catch(() => undefined))?.status === 200
  await until(`${base} answers`, answers)
  return base
}

const nginx: Cache = async (t, gateway) => {
  const [folder, port] = [t.testdir(), await freePort()]
  writeFileSync(join(folder, 'nginx.conf'), NGINX(folder, port, gateway))
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr']
  return started(t, `http://127.0.0.1:${port}`, 'nginx', args)
}

const varnish =
  (stores: boolean): Cache =>
  async (t, gateway) => {
    const [folder, port] = [t.testdir(), await freePort()]
    const [rules, work] = [join(folder, 'rules.vcl'), join(folder, 'work')]
    mkdirSync(work)
    writeFileSync(rules, VARNISH(gateway, stores))
    const args = ['-F', '-j', 'none', '-a', `127.0.0.1:${port}`, '-f', rules, '-n', work, '-s', 'default,16m']
    return started(t, `http://127.0.0.1:${port}`, 'varnishd', args)
  }

const CACHES: readonly [name: string, skip: string | false, start: Cache][] = [
  ['nginx', withoutNginx, nginx],
  ['Varnish', withoutVarnish, varnish(false)],
  ['Varnish that also stores answers to keys', withoutVarnish, varnish(true)],
]

const TARGETS = [
  '/beta/offers',
  '/beta/offers?limit=100&offset=100',
  '/beta/issuers',
  '/beta/changes',
  '/beta/snapshot',
  '/beta/openapi.json',
  '/llms.txt',
  '/nothing',
]

/** A cache may undo a coding: then it weakens the tag, which names both. */
const facts = ({ status, headers, text }: Answer) => ({
  ...{ status, text },
  type: headers['content-type'],
  tag: headers.etag?.replace(/^W\/|-gzip(?="$)/g, ''),
  control: headers['cache-control'],
})

async function behind(t: Test, start: Cache): Promise<RunningGateway & { cache: string }> {
  const running = await startGateway(t, await demonstrationRelease(), { proxies: ['127.0.0.1'] })
  return { ...running, cache: await start(t, running.base) }
}

for (const [name, skip, start] of CACHES) {
  t.test(`through ${name} every caller gets the answer that the gateway has for it`, { skip }, async (t) => {
    const { base, cache, keys } = await behind(t, start)
    const callers = [keys.issue('named'), keys.issue('demo'), undefined, 'unknown', keys.issue('named')]
    let stored = 0
    for (const target of TARGETS) {
      for (const key of callers) {
        for (const coding of ['identity', 'gzip', 'gzip']) {
          const headers = { 'accept-encoding': coding }
          const direct = await call(base, target, { key, headers })
          const through = await call(cache, target, { key, headers })
          const { 'x-request-id': id } = direct.headers
          const same = (text: string) =>
            text.replaceAll(/"request_id":"[^"]*"/g, '').replaceAll(String(id), '')
          const [expected, found] = [facts(direct), facts(through)]
          const what = `${target} ${coding} ${key?.slice(0, 11)}`
          t.strictSame({ ...found, text: same(found.text) }, { ...expected, text: same(expected.text) }, what)
          const isStored = through.headers['x-from-cache'] === 'HIT'
          if (isStored) stored += 1
          t.notOk(isStored && direct.headers['cache-control']?.includes('private'), `${what} is not stored`)
        }
      }
    }
    t.ok(stored > 0, 'the cache works')
  })

  t.test(`through ${name} conditions and ranges hold`, { skip }, async (t) => {
    const { cache, keys } = await behind(t, start)
    const key = keys.issue('named')
    for (const target of ['/beta/offers', '/beta/openapi.json', '/beta/offers']) {
      const { headers, text } = await call(cache, target, { key })
      const again = await call(cache, target, { key, headers: { 'if-none-match': String(headers.etag) } })
      // nginx does not pass on conditions of what it might store.
      if (again.status === 200) t.equal(again.text, text, target)
      else t.match(again, { status: 304, text: '' }, target)
      t.match(await call(cache, target, { key, headers: { 'if-none-match': '"another"' } }), {
        status: 200,
        text,
      })
    }
    const whole = await call(cache, '/beta/snapshot', { key })
    const part = await call(cache, '/beta/snapshot', { key, headers: { range: 'bytes=100-299' } })
    // Nor ranges.
    if (part.status === 200) t.strictSame(part.body, whole.body)
    else {
      t.match(part, { status: 206, headers: { 'content-range': `bytes 100-299/${whole.body.length}` } })
      t.strictSame(part.body, whole.body.subarray(100, 300))
    }
  })

  t.test(`through ${name} a revoked key gets no snapshot any more`, { skip }, async (t) => {
    const { cache, keys } = await behind(t, start)
    const key = keys.issue('named')
    for (let time = 0; time < 3; time++) t.equal((await call(cache, '/beta/snapshot', { key })).status, 200)
    for (const { id } of keys.records.values()) await keys.revoke(id, '2026-09-01T12:00:00.000Z')
    t.equal((await call(cache, '/beta/snapshot', { key })).status, 401)
  })
}
