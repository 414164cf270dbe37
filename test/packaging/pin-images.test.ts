// Images are pinned to the current digests of their tags, in all files or in none.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startScriptedServer } from '../client/support/scripted-server.ts'
import { ROOT, read } from '../docs/support/pages.ts'
import { cleanEnvironment, runToEnd } from '../helpers/child-processes.ts'
import { SHORT_MS } from '../helpers/slow-suite.ts'

t.setTimeout(SHORT_MS)

const FILES = ['deploy/Containerfile', 'Makefile', 'deploy/compose/compose.yaml']
const DIGEST = `sha256:${'ab'.repeat(32)}`
const IMAGE = /docker\.io\/library\/[\w-]+:[\w.-]+(?:@\S+)?/

const pin = (registry: string, files: string[]) =>
  runToEnd(process.execPath, [join(ROOT, 'packaging/pin-images.mjs'), ...files], {
    env: { ...cleanEnvironment(), REGISTRY: registry },
  })

t.test('every image that our files name gets the digest of its tag', async (t) => {
  const root = t.testdir({})
  const files = FILES.map((_, index) => join(root, `${index}`))
  for (const [index, name] of FILES.entries()) writeFileSync(files[index] ?? '', read(name))
  let digest = DIGEST
  const { base, asked } = await startScriptedServer(t, ({ url = '', headers, method }, response) => {
    if (url.startsWith('/token')) return void response.end('{"token":"t"}')
    if (headers.authorization !== 'Bearer t') {
      const scope = 'repository:library/node:pull'
      const challenge = `Bearer realm="http://${headers.host}/token",service="registry",scope="${scope}"`
      return void response.writeHead(401, { 'www-authenticate': challenge }).end()
    }
    t.equal(method, 'HEAD')
    t.match(url, /^\/v2\/library\/(?:node|redis|nginx)\/manifests\/[\w.-]+$/)
    t.match(headers.accept, 'application/vnd.oci.image.index.v1+json')
    response.writeHead(200, { 'docker-content-digest': digest }).end()
  })
  for (const each of [DIGEST, `sha256:${'cd'.repeat(32)}`]) {
    digest = each
    const { code, stdout, stderr } = await pin(base, files)
    t.equal(code, 0, stderr)
    for (const [index, name] of FILES.entries()) {
      const before = read(name).replace(/(docker\.io\/library\/[\w-]+:[\w.-]+)@sha256:\w+/g, '$1')
      const expected = before.replaceAll(new RegExp(IMAGE, 'g'), (image) => `${image}@${each}`)
      t.equal(readFileSync(files[index] ?? '', 'utf8'), expected, `${name}, without other changes`)
    }
    for (const name of ['node', 'redis', 'nginx']) t.match(stdout, `docker.io/library/${name}:`)
  }
  t.match(asked.find(({ url }) => url?.startsWith('/token'))?.url, 'scope=repository%3Alibrary%2Fnode%3Apull')
})

t.test('if the registry does not know a tag, or gives no SHA-256 digest, no file changes', async (t) => {
  const text = 'FROM docker.io/library/node:1\nFROM docker.io/library/redis:2\n'
  const file = join(t.testdir({ file: text }), 'file')
  for (const [status, digest] of [
    [404, DIGEST],
    [200, 'md5:x'],
  ] as const) {
    const { base } = await startScriptedServer(t, ({ url }, response) => {
      if (url?.includes('node')) response.writeHead(200, { 'docker-content-digest': DIGEST }).end()
      else response.writeHead(status, { 'docker-content-digest': digest }).end()
    })
    const { code, stderr } = await pin(base, [file])
    t.not(code, 0)
    t.match(stderr, `/v2/library/redis/manifests/2 answers ${status}, with ${digest}`)
    t.equal(readFileSync(file, 'utf8'), text)
  }
})

t.test('our files name images in full, and the program finds all of them', (t) => {
  const named = FILES.flatMap((name) => read(name).match(/(?:^ +image: |NODE_IMAGE ?\??=)\s*\S+/gm) ?? [])
  const images = named.filter((each) => !each.includes('offers-catalogue') && !each.includes('$'))
  t.ok(images.length >= 5, images.join('\n'))
  for (const image of images) t.match(image, IMAGE)
  t.end()
})
