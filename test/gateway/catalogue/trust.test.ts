// The releases that a gateway with trusted keys takes, from a folder and from an origin alike.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { manifestPath, POINTER_PATH, signaturePath, tablePath } from '../../../contract/release/layout.ts'
import { ReleaseTrust } from '../../../contract/release/signature.ts'
import { Catalogue } from '../../../gateway/catalogue/catalogue.ts'
import { folderOrigin } from '../../../gateway/origin/folder-origin.ts'
import { remoteOrigin } from '../../../gateway/origin/remote-origin.ts'
import { sha256 } from '../../../lib/digest.ts'
import { prettyJson } from '../../../lib/json/json.ts'
import { putSignature, signingKeys } from '../../helpers/signing-keys.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { publishTinyRelease, type TinyRelease, writeTinyRelease } from '../../helpers/tiny-release.ts'
import { fakeOrigin } from '../origin/fake-origin.ts'
import { flipped, publicFolder } from '../origin/release-files.ts'

t.setTimeout(SHORT_MS)

const NOW = Date.parse('2026-08-25T12:00:00.000Z')
const [FIRST, NEXT] = ['2026-08-22T10:00:00.000Z', '2026-08-23T10:00:00.000Z']

const keys = signingKeys()

type Kind = 'a folder' | 'an origin'

async function originOver(t: Test, kind: Kind, root: string, trust: ReleaseTrust) {
  if (kind === 'a folder') return folderOrigin(root, trust)
  const fake = await fakeOrigin(t, root)
  const origin = remoteOrigin(fake.url, { trust })
  t.teardown(() => origin.close())
  return origin
}

/** A gateway's catalogue over a folder that others change. */
async function trusting(t: Test, kind: Kind) {
  const root = publicFolder(t)
  const trust = new ReleaseTrust([keys.open], () => NOW)
  const origin = await originOver(t, kind, root, trust)
  const failures: string[] = []
  const events = { swapped: () => {}, failed: (message: string) => void failures.push(message) }
  const catalogue = new Catalogue(origin, { cacheBytes: 1_000_000, pollMs: 60_000, events })
  /** Checks the pointer, and returns the release that is served then. */
  const look = async () => {
    await catalogue.refresh()
    return catalogue.current?.manifest.id
  }
  const publish = (dataAsOf: string, signedAt: string, by = keys) => {
    const release = writeTinyRelease(root, { dataAsOf })
    putSignature(root, release.manifest.id, by, signedAt)
    point(root, release)
    return release
  }
  return { root, look, publish, failures, origin, catalogue }
}

function point(root: string, { pointer }: TinyRelease): void {
  writeFileSync(join(root, POINTER_PATH), prettyJson(pointer))
}

for (const kind of ['a folder', 'an origin'] as const) {
  t.test(`from ${kind}, nothing is taken without a good signature, at the start or later`, async (t) => {
    const { root, look, publish, failures } = await trusting(t, kind)
    publishTinyRelease(root, { dataAsOf: FIRST })
    t.equal(await look(), undefined, 'not signed')
    t.match(failures, [/release\.json\.minisig: missing; expected a signature by/])

    const first = publish(FIRST, FIRST)
    t.equal(await look(), first.manifest.id)
    publishTinyRelease(root, { dataAsOf: NEXT })
    t.equal(await look(), first.manifest.id, 'not signed')
    const next = publish(NEXT, NEXT, signingKeys())
    t.equal(await look(), first.manifest.id, 'signed by a stranger')
    const signature = join(root, signaturePath(next.manifest.id))
    writeFileSync(signature, readFileSync(join(root, signaturePath(first.manifest.id))))
    t.equal(await look(), first.manifest.id, 'signed for another release')
    writeFileSync(signature, Buffer.alloc(20_000, 'x'))
    t.equal(await look(), first.manifest.id, 'too long')
    t.equal(failures.length, 5, 'each is counted')
    putSignature(root, next.manifest.id, keys, NEXT)
    t.equal(await look(), next.manifest.id)
  })

  t.test(`from ${kind}, one flipped bit anywhere in the chain is refused`, async (t) => {
    const { root, look, publish, failures } = await trusting(t, kind)
    const first = publish(FIRST, FIRST)
    await look()
    const next = publish(NEXT, NEXT)
    const { id } = next.manifest
    const files = [POINTER_PATH, manifestPath(id), signaturePath(id), tablePath(id)]
    for (const [index, path] of files.entries()) {
      const good = readFileSync(join(root, path))
      writeFileSync(join(root, path), flipped(good))
      t.equal(await look(), first.manifest.id, path)
      t.equal(failures.length, index + 1, failures.at(-1) ?? '')
      writeFileSync(join(root, path), good)
    }
    t.equal(await look(), id)
  })

  t.test(`from ${kind}, an older release is not taken, unless it is signed again`, async (t) => {
    const { root, look, publish, failures } = await trusting(t, kind)
    const first = publish(FIRST, FIRST)
    const next = publish(NEXT, NEXT)
    t.equal(await look(), next.manifest.id)
    point(root, first)
    t.equal(await look(), next.manifest.id, 'replayed')
    t.match(failures, [
      /^latest\.json: it names a release that was signed at 2026-08-22T10:00:00Z, before the current one, at 2026-08-23T10:00:00Z; .*--sign$/,
    ])
    putSignature(root, first.manifest.id, keys, '2026-08-23T10:00:01.000Z')
    t.equal(await look(), first.manifest.id, 'rolled back')
    point(root, next)
    t.equal(await look(), first.manifest.id, 'the release that was rolled back does not return')
    t.equal(failures.length, 2)
  })
}

t.test('a table is not fetched for a release that will not be taken', async (t) => {
  const { root, look, publish, origin } = await trusting(t, 'a folder')
  const first = publish(FIRST, FIRST)
  publish(NEXT, NEXT)
  await look()
  let tables = 0
  const table = origin.reader.table.bind(origin.reader)
  origin.reader.table = (...given) => {
    tables += 1
    return table(...given)
  }
  point(root, first)
  await look()
  t.equal(tables, 0)
})

t.test('a manifest without a trusted signature is not even parsed', async (t) => {
  const { root, look, failures } = await trusting(t, 'a folder')
  const { manifest } = publishTinyRelease(root)
  const deep = Buffer.alloc(100_000, '[')
  writeFileSync(join(root, manifestPath(manifest.id)), deep)
  writeFileSync(join(root, POINTER_PATH), prettyJson({ release: manifest.id, manifest: sha256(deep) }))
  t.equal(await look(), undefined)
  t.match(failures, [/minisig: missing/])
})

t.test('a gateway without trusted keys takes any release, signed or not, old or new', async (t) => {
  const root = publicFolder(t)
  const failures: string[] = []
  const events = { swapped: () => {}, failed: (message: string) => void failures.push(message) }
  const catalogue = new Catalogue(folderOrigin(root), { cacheBytes: 1_000_000, pollMs: 60_000, events })
  const first = publishTinyRelease(root, { dataAsOf: FIRST })
  const next = publishTinyRelease(root, { dataAsOf: NEXT })
  putSignature(root, next.manifest.id, signingKeys(), NEXT)
  for (const release of [next, first]) {
    point(root, release)
    await catalogue.refresh()
    t.equal(catalogue.current?.manifest.id, release.manifest.id)
  }
  rmSync(join(root, signaturePath(next.manifest.id)))
  t.same(failures, [])
})
