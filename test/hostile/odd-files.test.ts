// Instead of each file that the programs read there may be a FIFO without a writer, an endless device, a socket or a
// folder. Nothing waits for it: the command is refused, with the reason.

import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { putSignature } from '../../build/releases/signing.ts'
import {
  manifestPath,
  memoryPath,
  objectPath,
  POINTER_PATH,
  routesPath,
  signaturePath,
} from '../../contract/release/layout.ts'
import type { TargetEntry } from '../../contract/release/target-table.ts'
import { ReleaseWriter } from '../../contract/release/writer.ts'
import { createKeyFile } from '../../gateway/keys/key-file.ts'
import { openKeyStore } from '../../gateway/keys/open-key-store.ts'
import { folderOrigin } from '../../gateway/origin/folder-origin.ts'
import { sha256 } from '../../lib/digest.ts'
import { NOW, offersBuild, runBuild } from '../build/support/program.ts'
import { writeSource } from '../build/support/source.ts'
import { freshKey } from '../gateway/keys/records.ts'
import { eachOddFile, namesOddFile } from '../helpers/odd-files.ts'
import { signingKeys } from '../helpers/signing-keys.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { publishTinyRelease } from '../helpers/tiny-release.ts'

t.setTimeout(BUSY_MS)

t.test('an odd file of the source is refused', async (t) => {
  const root = t.testdir({})
  for (const name of ['catalogue.json', 'issuers.json', 'categories.json', 'comunas.json', 'offers.ndjson']) {
    const source = writeSource(join(root, name))
    await eachOddFile(t, join(source, name), async (kind) => {
      const { code, stderr } = await runBuild(source, join(root, 'out'))
      t.equal(code, 1)
      namesOddFile(t, stderr, { path: join(source, name), kind })
    })
  }
})

t.test('an odd file of the release before is refused', async (t) => {
  const root = t.testdir({})
  const source = writeSource(join(root, 'source'))
  const built = join(root, 'built')
  t.equal((await runBuild(source, built)).code, 0)
  const { release } = await publishedIn(built)
  for (const path of [POINTER_PATH, manifestPath(release), memoryPath(release)]) {
    const out = join(root, sha256(path))
    cpSync(built, out, { recursive: true })
    await eachOddFile(t, join(out, path), async (kind) => {
      const { code, stderr } = await runBuild(source, out)
      t.equal(code, 1)
      t.match(stderr, `${join(out, path)}: ${kind}; expected a regular file`)
    })
  }
  const memory = join(root, 'memory.gz')
  await eachOddFile(t, memory, async (kind) => {
    const { code, stderr } = await runBuild(source, join(root, 'other'), '--previous', memory)
    t.equal(code, 1)
    if (kind !== 'a folder') t.match(stderr, `${memory}: ${kind}; expected a regular file`)
  })
})

t.test('an odd file of a release is refused by verify and rollback', async (t) => {
  const root = t.testdir({})
  const out = join(root, 'out')
  await runBuild(writeSource(join(root, 'source')), out)
  const { release, entry } = await publishedIn(out)
  for (const path of [objectPath(entry.digest, entry.storage), routesPath(release)]) {
    await eachOddFile(t, join(out, path), async (kind) => {
      const { code, stderr } = await offersBuild(['verify', '--out', out])
      t.equal(code, 1)
      t.match(stderr, `${join(out, path)}: ${kind}; expected a regular file`)
    })
  }
  await eachOddFile(t, join(out, routesPath(release)), async (kind) => {
    const { code, stderr } = await offersBuild(['rollback', '--out', out, '--to', release])
    t.equal(code, 1)
    t.match(stderr, kind)
  })
})

t.test('an odd file of a signed release is refused', async (t) => {
  const root = t.testdir({})
  const source = writeSource(join(root, 'source'))
  const built = join(root, 'built')
  const { secret, files } = signingKeys()
  const keyFile = join(root, 'secret.key')
  writeFileSync(keyFile, files.secretKey)
  t.equal((await runBuild(source, built, '--sign', keyFile)).code, 0)
  const { release } = await publishedIn(built)
  for (const path of [manifestPath(release), signaturePath(release)]) {
    const out = join(root, sha256(path))
    cpSync(built, out, { recursive: true })
    await eachOddFile(t, join(out, path), async (kind) => {
      const failure = { message: `${join(out, path)}: ${kind}; expected a regular file` }
      const signing = { writer: new ReleaseWriter(out), clock: () => NOW, after: [] }
      await t.rejects(putSignature(release, secret, signing), failure)
    })
  }
  await eachOddFile(t, join(built, signaturePath(release)), async (kind) => {
    const { code, stderr } = await offersBuild(['rollback', '--out', built, '--to', release])
    t.equal(code, 1)
    t.match(stderr, `${join(built, signaturePath(release))}: ${kind}; expected a regular file`)
  })
})

t.test('odd metrics of the build before are refused', async (t) => {
  const root = t.testdir({})
  const source = writeSource(join(root, 'source'))
  const metrics = join(root, 'metrics.prom')
  await eachOddFile(t, metrics, async (kind) => {
    const { code, stderr } = await runBuild(source, join(root, 'out'), '--metrics', metrics)
    t.equal(code, 1)
    t.match(stderr, `${metrics}: ${kind}; expected a regular file`)
  })
})

t.test('an odd object is refused by the gateway', async (t) => {
  const root = t.testdir({})
  const release = publishTinyRelease(root)
  const origin = folderOrigin(root)
  const client = { left: new AbortController().signal, pass: () => t.fail('no proxy') }
  for (const target of release.bodies.keys()) {
    const entry = release.entry(target)
    const path = join(root, objectPath(entry.digest, entry.storage))
    await eachOddFile(t, path, async (kind) => {
      await t.rejects(origin.reader.object(entry), { message: `${kind}; expected a regular file` })
      await t.rejects(origin.openSnapshot(entry, undefined, client), {
        code: 'catalogue_unavailable',
        message: 'This part of the catalogue cannot be read. Repeat the request after Retry-After seconds.',
      })
    })
    if (entry.storage === 'identity') break
  }
})

t.test('an odd key file is refused, also one that was good a moment ago', async (t) => {
  const path = join(t.testdir({}), 'keys.ndjson')
  const { record } = freshKey()
  await createKeyFile(path, [record])
  const store = await openKeyStore(path)
  t.match(await store.find(record.digest), { id: record.id })
  await eachOddFile(t, path, async (kind) => {
    const failure = { code: 'key-store-unavailable', message: `${path}: ${kind}; expected a regular file` }
    await t.rejects(store.find(record.digest), failure)
    await t.rejects(openKeyStore(path), failure)
  })
})

/** The release that is published in a folder, and one of its objects. */
async function publishedIn(root: string): Promise<{ release: string; entry: TargetEntry }> {
  const { reader } = folderOrigin(root)
  const pointer = await reader.pointer()
  if (!pointer) throw new RangeError('nothing is published')
  const { routes } = await reader.load(pointer)
  const [entry] = routes
  if (!entry) throw new RangeError('no routes')
  return { release: pointer.release, entry }
}
