// Instead of each file that the programs read there may be a FIFO without a writer, an endless device, a socket or a
// folder. Nothing waits for it: the command is refused, with the reason.

import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
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
import { CSV } from '../../import/formats/csv.ts'
import { openInput } from '../../import/formats/format.ts'
import { JSON_FILE } from '../../import/formats/json.ts'
import { JSON_LINES } from '../../import/formats/json-lines.ts'
import { WORKBOOK } from '../../import/formats/workbook.ts'
import { sha256 } from '../../lib/digest.ts'
import { NOW, offersBuild, runBuild } from '../build/support/program.ts'
import { writeSource } from '../build/support/source.ts'
import { freshKey } from '../gateway/keys/records.ts'
import { eachOddFile } from '../helpers/odd-files.ts'
import { signingKeys } from '../helpers/signing-keys.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { publishTinyRelease } from '../helpers/tiny-release.ts'

t.setTimeout(BUSY_MS)

/** Devices and sockets are linked there: links that lead out of a source are refused for that. */
function namesOddFile(t: Test, stderr: string, { path, kind }: { path: string; kind: string }): void {
  const isLink = kind === 'a device' || kind === 'a socket'
  const whys = [`${kind}; expected a regular file`, ...(isLink ? ['a link to /'] : [])]
  t.ok(
    whys.some((why) => stderr.includes(`${path}: ${why}`)),
    stderr,
  )
}

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
      const { code, stderr } = await offersBuild(['verify', '--out', out, '--quiet'])
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

t.test('an odd table is refused by import', async (t) => {
  const table = join(t.testdir({}), 'offers.csv')
  await eachOddFile(t, table, async (kind) => {
    const { code, stderr } = await offersBuild(['import', table, '--propose', `${table}.mapping`])
    t.equal(code, 1)
    t.match(stderr, `${table}: ${kind}; expected a regular file`)
  })
})

t.test('a table that is replaced by an odd file while a format opens it is refused', async (t) => {
  const path = join(t.testdir({ table: 'a;b\n1;2\n' }), 'table')
  const file = await openInput(path)
  const options = { reading: {}, isHeading: () => false }
  const inUtf8 = { ...options, reading: { encoding: 'utf-8' } }
  const readers: Record<string, () => Promise<unknown>> = {
    'the beginning of a file': () => openInput(path),
    CSV: () => CSV.open(file, options),
    'CSV in a known encoding': () => CSV.open(file, inUtf8),
    'a workbook': () => WORKBOOK.open(file, options),
    JSON: () => JSON_FILE.open(file, options),
    NDJSON: () => JSON_LINES.open(file, options),
  }
  await eachOddFile(t, path, async (kind) => {
    for (const [name, read] of Object.entries(readers)) {
      const failure = { code: 'bad-source', message: `${path}: ${kind}; expected a regular file` }
      await t.rejects(read(), failure, name)
    }
  })
})

t.test('odd files as mapping and in the folder of the import are refused', async (t) => {
  const root = t.testdir({ 'offers.csv': 'Código;Beneficio\nA-1;20% en cafés\n' })
  const table = join(root, 'offers.csv')
  const mapping = join(root, 'mapping.json')
  const source = join(root, 'source')
  const options = ['--country', 'CL', '--quiet']
  t.equal((await offersBuild(['import', table, '--propose', mapping, ...options])).code, 0)
  const proposed = JSON.parse(readFileSync(mapping, 'utf8'))
  const ready = { ...proposed, offer: { ...proposed.offer, issuer: { constant: 'Banco Cóndor' } } }
  writeFileSync(mapping, JSON.stringify(ready))
  const words = ['import', table, '--mapping', mapping, '--source', source, '--quiet']
  const first = await offersBuild(words)
  t.equal(first.code, 0, first.stderr)
  for (const name of ['.import.json', 'issuers.json', 'categories.json', 'comunas.json', 'offers.ndjson']) {
    const good = existsSync(join(source, name)) ? readFileSync(join(source, name)) : undefined
    await eachOddFile(t, join(source, name), async (kind) => {
      const { code, stderr } = await offersBuild(words)
      t.equal(code, 1)
      namesOddFile(t, stderr, { path: join(source, name), kind })
    })
    rmSync(join(source, name), { recursive: true })
    if (good) writeFileSync(join(source, name), good)
  }
  await eachOddFile(t, mapping, async (kind) => {
    const { code, stderr } = await offersBuild(words)
    t.equal(code, 1)
    t.match(stderr, `${mapping}: ${kind}; expected a regular file`)
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
