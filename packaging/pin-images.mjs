// Pins the official images of Docker Hub in files to the present digests of their tags, and prints those that change:
// `docker.io/library/node:24` becomes `…:24@sha256:…`.
// node packaging/pin-images.mjs FILE…; the variable REGISTRY is the address of a registry instead of Docker Hub.

import { readFileSync, writeFileSync } from 'node:fs'

const { REGISTRY = 'https://registry-1.docker.io' } = process.env
const IMAGE = /docker\.io\/(library\/[a-z0-9-]{1,60}):([\w.-]{1,60})(?:@sha256:[0-9a-f]{64})?/g

// The media types of an index of all architectures, in the format of OCI or of Docker.
const LISTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
]

/** The digest of a tag, by the API of registries (OCI Distribution Specification). */
async function digestOf(repository, tag) {
  const url = `${REGISTRY}/v2/${repository}/manifests/${tag}`
  const ask = (headers) => fetch(url, { method: 'HEAD', headers: { accept: LISTS.join(', '), ...headers } })
  let answer = await ask({})
  if (answer.status === 401) {
    answer = await ask({
      authorization: `Bearer ${await tokenFor(answer.headers.get('www-authenticate') ?? '')}`,
    })
  }
  const digest = answer.headers.get('docker-content-digest') ?? ''
  if (answer.ok && /^sha256:[0-9a-f]{64}$/.test(digest)) return digest
  throw new Error(`${url} answers ${answer.status}, with ${digest === '' ? 'no digest' : digest}`)
}

/**
 * A token for the challenge of a 401, e.g. `Bearer realm="https://…",service="…",scope="…"`. Registries give one to anyone
 * who asks, for images that are public.
 */
async function tokenFor(challenge) {
  const facts = Object.fromEntries(
    Array.from(challenge.matchAll(/(\w+)="([^"]*)"/g), ([, name, value]) => [name, value]),
  )
  const { realm = '', service = '', scope = '' } = facts
  const answer = await fetch(`${realm}?${new URLSearchParams({ service, scope })}`)
  return (await answer.json()).token
}

const texts = process.argv.slice(2).map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const digests = new Map()
for (const [image, repository, tag] of texts.flatMap(({ text }) => [...text.matchAll(IMAGE)])) {
  const name = `docker.io/${repository}:${tag}`
  if (!digests.has(name)) digests.set(name, await digestOf(repository, tag))
  if (image !== `${name}@${digests.get(name)}`) console.log(`${name}@${digests.get(name)}`)
}
// Only when all digests are known: if the registry fails, no file changes.
for (const { file, text } of texts) {
  writeFileSync(
    file,
    text.replace(IMAGE, (_, repository, tag) => {
      const name = `docker.io/${repository}:${tag}`
      return `${name}@${digests.get(name)}`
    }),
  )
}
