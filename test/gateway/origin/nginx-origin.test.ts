// The origin of the documentation: a real nginx with docs/nginx/origin.conf.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { manifestPath, objectPath, routesPath } from '../../../contract/release/layout.ts'
import { remoteOrigin } from '../../../gateway/origin/remote-origin.ts'
import { snapshotTarget } from '../../helpers/current-targets.ts'
import { freePort } from '../../helpers/free-port.ts'
import { Nginx, withoutNginx } from '../../helpers/nginx.ts'
import { MINUTE_MS } from '../../helpers/slow-suite.ts'
import { publishTinyRelease } from '../../helpers/tiny-release.ts'
import { downloads } from './download.ts'
import { originContract } from './origin-contract.ts'
import { publicFolder } from './release-files.ts'

t.setTimeout(MINUTE_MS)

const skip = withoutNginx

async function nginxOrigin(t: Test, root: string): Promise<{ nginx: Nginx; url: URL }> {
  const port = await freePort()
  const replace = { 'listen 8081;': `listen 127.0.0.1:${port};`, '/srv/offers/public-out': root }
  const folder = join(root, '../nginx')
  const nginx = new Nginx({ site: 'origin.conf', replace, folder })
  await nginx.start()
  t.teardown(() => nginx.stop())
  return { nginx, url: new URL(`http://127.0.0.1:${port}/`) }
}

t.test('an origin behind nginx', { skip }, async (t) => {
  originContract(t, async (t, root) => {
    const origin = remoteOrigin((await nginxOrigin(t, root)).url)
    t.teardown(() => origin.close())
    return origin
  })
})

t.test(
  'files that never change may be kept for a year, the pointer must be revalidated each time',
  { skip },
  async (t) => {
    const root = publicFolder(t)
    const { pointer, entry } = publishTinyRelease(root)
    const { url } = await nginxOrigin(t, root)
    const { digest, storage } = entry('/beta/issuers')
    const forEver = 'public, max-age=31536000, immutable'
    const expected = {
      'latest.json': 'no-cache',
      [manifestPath(pointer.release)]: forEver,
      [routesPath(pointer.release)]: forEver,
      [objectPath(digest, storage)]: forEver,
    }
    for (const [path, caching] of Object.entries(expected)) {
      const { status, headers } = await fetch(new URL(path, url))
      t.match({ status, caching: headers.get('cache-control') }, { status: 200, caching }, path)
      t.equal(headers.get('content-type'), 'application/octet-stream', path)
      t.equal(headers.get('content-encoding'), null, path)
    }
  },
)

t.test('a 404 may not be kept, and files that are not for gateways are a 404', { skip }, async (t) => {
  const root = publicFolder(t)
  publishTinyRelease(root)
  mkdirSync(join(root, '.build'))
  for (const name of ['.staging/half', '.build/lock', 'README.md']) writeFileSync(join(root, name), 'x')
  const { url } = await nginxOrigin(t, root)
  const hidden = [
    '',
    'objects/',
    'releases/',
    'README.md',
    '.staging/half',
    '.build/lock',
    'objects/../.build/lock',
  ]
  for (const path of [...hidden, `objects/00/${'0'.repeat(62)}`]) {
    const { status, headers } = await fetch(new URL(path, url))
    t.ok(status === 404 || status === 403, `${path} ${status}`)
    t.equal(headers.get('cache-control'), null, path)
  }
})

t.test('the access log of the origin holds nothing of a client', { skip }, async (t) => {
  const root = publicFolder(t)
  const { entry } = publishTinyRelease(root)
  const { nginx, url } = await nginxOrigin(t, root)
  const origin = remoteOrigin(url)
  const get = await downloads(t, origin, entry(snapshotTarget('named')))
  const headers = {
    Authorization: 'Bearer client-secret',
    Cookie: 'session=client-secret',
    'User-Agent': 'client-secret',
    'X-Forwarded-For': '192.0.2.1',
    'X-Request-Id': 'client-secret',
  }
  t.ok((await get(undefined, { headers })).complete)
  t.ok((await get({ first: 5, last: 9 }, { headers })).complete)
  origin.close()
  await nginx.stop()
  const lines = nginx
    .accessLog()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const nothing = {
    authorization: '',
    cookie: '',
    forwarded_for: '',
    request_id: '',
    user_agent: 'offers-gateway',
  }
  t.match(lines, [
    { ...nothing, status: 200, range: '' },
    { ...nothing, status: 206, range: 'bytes=5-9' },
  ])
  t.notMatch(nginx.accessLog(), 'client-secret')
})

t.test(
  'an origin that returns on the same address is read again, though it closed kept connections',
  { skip },
  async (t) => {
    const root = publicFolder(t)
    const { pointer } = publishTinyRelease(root)
    const { nginx, url } = await nginxOrigin(t, root)
    const origin = remoteOrigin(url)
    t.teardown(() => origin.close())
    t.strictSame(await origin.reader.pointer(), pointer)
    await nginx.stop()
    await t.rejects(origin.reader.pointer(), { code: 'system', message: /ECONNREFUSED/ })
    await nginx.start()
    t.strictSame(await origin.reader.pointer(), pointer)
  },
)
