// The origin of the documentation: a real nginx with deploy/nginx/origin.conf.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { manifestPath, objectPath, tablePath } from '../../../contract/release/layout.ts'
import { remoteOrigin } from '../../../gateway/origin/remote-origin.ts'
import { withoutNginx } from '../../helpers/nginx.ts'
import { startOrigin } from '../../helpers/origin.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { publishTinyRelease } from '../../helpers/tiny-release.ts'
import { originContract } from './origin-contract.ts'
import { publicFolder } from './release-files.ts'

t.setTimeout(BUSY_MS)

const skip = withoutNginx

t.test('an origin behind nginx', { skip }, async (t) => {
  originContract(t, async (t, root) => {
    const origin = remoteOrigin(new URL((await startOrigin(t, root)).url))
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
    const { url } = await startOrigin(t, root)
    const { digest, storage } = entry('/beta/issuers')
    const forEver = 'public, max-age=31536000, immutable'
    const expected = {
      'latest.json': 'no-cache',
      [manifestPath(pointer.release)]: forEver,
      [tablePath(pointer.release)]: forEver,
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
  const { url } = await startOrigin(t, root)
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
