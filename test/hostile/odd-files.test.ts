// Instead of each file that the programs read there may be a FIFO without a writer, an endless device, a socket or a
// folder. Nothing waits for it: the command is refused, with the reason.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { putSignature } from '../../build/releases/signing.ts'
import {
  manifestPath,
  memoryPath,
  objectPath,
  POINTER_PATH,
  signaturePath,
  tablePath,
} from '../../contract/release/layout.ts'
import type { TargetEntry } from '../../contract/release/target-table.ts'
import { ReleaseWriter } from '../../contract/release/writer.ts'
import { createKeyFile } from '../../gateway/keys/key-file.ts'
import { openKeyStore } from '../../gateway/keys/open-key-store.ts'
import { folderOrigin } from '../../gateway/origin/folder-origin.ts'
import { NOW, offersBuild, runBuild } from '../build/support/program.ts'
import { records, writeSource } from '../build/support/source.ts'
import { freshKey } from '../gateway/keys/records.ts'
import { eachOddFile, namesOddFile } from '../helpers/odd-files.ts'
import { signingKeys } from '../helpers/signing-keys.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { publishTinyRelease } from '../helpers/tiny-release.ts'

t.setTimeout(BUSY_MS)

const SOURCE_FILES = ['catalogue.json', 'issuers.json', 'categories.json', 'comunas.json', 'offers.ndjson']

t.test('an odd file is refused by each command that reads it', async (t) => {
  const root = t.testdir({})
  const folder = join(root, 'whole')
  const keyFile = join(folder, 'secret.key')
  const source = writeSource(join(folder, 'source'), { offers: records(3) })
  writeFileSync(keyFile, signingKeys().files.secretKey)
  t.equal((await runBuild(source, join(folder, 'out'), '--sign', keyFile)).code, 0)
  const { release, entry } = await publishedIn(join(folder, 'out'))
  const [manifest, memory, signature, routes] = [manifestPath, memoryPath, signaturePath, tablePath].map(
    (pathOf) => `out/${pathOf(release)}`,
  ) as [string, string, string, string]
  const run = 'run --source FOLDER/source --threads 0 --out FOLDER/'
  const cases: [words: string, paths: string[]][] = [
    [`${run}out`, SOURCE_FILES.map((name) => `source/${name}`)],
    [`${run}out`, [`out/${POINTER_PATH}`, manifest, memory]],
    [`${run}other --previous FOLDER/memory.gz`, ['memory.gz']],
    [`${run}other --metrics FOLDER/metrics.prom`, ['metrics.prom']],
    ['verify --out FOLDER/out', [`out/${objectPath(entry.digest, entry.storage)}`, routes]],
    [`rollback --out FOLDER/out --to ${release} --sign FOLDER/secret.key`, [routes, signature]],
  ]
  for (const [words, paths] of cases) {
    for (const place of paths) {
      const path = join(folder, place)
      const good = existsSync(path) ? readFileSync(path) : undefined
      await eachOddFile(t, path, async (kind) => {
        const { code, stderr } = await offersBuild(words.replaceAll('FOLDER', folder).split(' '))
        t.equal(code, 1, `${words}: ${place}: ${kind}`)
        // The release before may be read from a folder: this one has none.
        if (place === 'memory.gz' && kind === 'a folder') return
        namesOddFile(t, stderr, { path, kind })
      })
      rmSync(path, { recursive: true })
      if (good) writeFileSync(path, good)
    }
  }
})

t.test('an odd file of a release is refused when it is signed', async (t) => {
  const root = t.testdir({})
  const { release } = publishTinyRelease(root).pointer
  const signing = { writer: new ReleaseWriter(root), clock: () => NOW, after: [] }
  const path = join(root, manifestPath(release))
  await eachOddFile(t, path, async (kind) => {
    const failure = { message: `${path}: ${kind}; expected a regular file` }
    await t.rejects(putSignature(release, signingKeys().secret, signing), failure)
  })
})

t.test('an odd object is refused by the gateway', async (t) => {
  const root = t.testdir({})
  const release = publishTinyRelease(root)
  const origin = folderOrigin(root)
  const client = { gone: new AbortController().signal, pass: () => t.fail('no proxy') }
  for (const target of release.bodies.keys()) {
    const entry = release.entry(target)
    const path = join(root, objectPath(entry.digest, entry.storage))
    await eachOddFile(t, path, async (kind) => {
      await t.rejects(origin.reader.object(entry), { message: `${kind}; expected a regular file` })
      await t.rejects(origin.openSnapshot(entry, undefined, client), {
        name: 'OriginError',
        message: `${path}: ${kind}; expected a regular file`,
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
  const { table } = await reader.load(pointer)
  const [entry] = table
  if (!entry) throw new RangeError('no routes')
  return { release: pointer.release, entry }
}
