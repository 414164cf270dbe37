import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import {
  appendFile,
  chmod,
  link,
  lstat,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import t, { type Test } from 'tap'
import { openFileKeyStore } from '../../../gateway/keys/file-key-store.ts'
import { createKeyFile, fileStamp, readKeyFile } from '../../../gateway/keys/key-file.ts'
import { byCreation, demoKeyRecord, keyRecordLine } from '../../../gateway/keys/key-record.ts'
import { elementAt } from '../../../lib/lists.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { withoutDisks } from '../../helpers/small-disk.ts'
import { keyStoreContract } from './key-store-contract.ts'
import { freshKey, listed, NOON } from './records.ts'

t.setTimeout(SHORT_MS)

t.test('a file keeps the promises of a key store', async (t) => {
  keyStoreContract(t, async (t, first) => {
    const path = join(t.testdir(), 'keys.ndjson')
    await createKeyFile(path, [first])
    return { open: () => openFileKeyStore(path) }
  })
})

const demo = demoKeyRecord(NOON)
const demoLine =
  '{"id":"key_s4luu4puqzplrlnf","kind":"demo","name":"Published demo key",' +
  `"digest":"${demo.digest}","created_at":"2026-08-22T12:00:00.000Z","expires_at":null,"revoked_at":null}\n`

async function storeIn(folder: string) {
  const path = join(folder, 'keys.ndjson')
  await createKeyFile(path, [demo])
  return { path, store: await openFileKeyStore(path) }
}

t.test('the file holds a record a line, in the order of issue, for its owner alone', async (t) => {
  const { path, store } = await storeIn(t.testdir())
  const { record } = freshKey()
  await store.add([record])
  t.equal(await readFile(path, 'utf8'), `${demoLine + keyRecordLine(record)}\n`)
  t.equal((await stat(path)).mode & 0o777, 0o600)
})

t.test('a file that others can read is a risk', async (t) => {
  const { path, store } = await storeIn(t.testdir())
  const risk = async () => (await store.condition()).risk
  t.equal(await risk(), undefined)
  await chmod(path, 0o640)
  t.equal(await risk(), undefined, 'a group is chosen on purpose')
  await chmod(path, 0o666)
  t.match(await risk(), /keys\.ndjson: everyone on this machine can read .*: chmod o= /)
  await rm(path)
  t.equal(await risk(), undefined)
})

t.test('if several create a file at once, one does', async (t) => {
  const path = join(t.testdir(), 'keys.ndjson')
  const made = await Promise.all([1, 2, 3].map(() => createKeyFile(path, [demo])))
  t.same(made.sort(), [false, false, true])
  t.equal(await readFile(path, 'utf8'), demoLine)
})

t.test('a missing key file is an error that says what to do', async (t) => {
  const path = join(t.testdir(), 'keys.ndjson')
  const expected = { code: 'bad-keys', message: /keys\.ndjson: no such key file.*keys init.*keys issue/ }
  await t.rejects(openFileKeyStore(path), expected)
})

t.test('errors name the file that cannot be read or written', async (t) => {
  const folder = t.testdir()
  await t.rejects(openFileKeyStore(folder), { code: 'key-store-unavailable', message: /cannot read/ })
  const nowhere = join(folder, 'none', 'keys.ndjson')
  await t.rejects(createKeyFile(nowhere, [demo]), { code: 'key-store-unavailable', message: /none/ })
})

t.test('line ends of other systems, or none at the end, do no harm', async (t) => {
  const folder = t.testdir({ a: demoLine.replace('\n', '\r\n'), b: demoLine.trimEnd() })
  for (const name of ['a', 'b']) t.same(await listed(await openFileKeyStore(join(folder, name))), [demo])
})

t.test('if the file is damaged or gone, the store cannot answer until it is whole again', async (t) => {
  const { path, store } = await storeIn(t.testdir())
  const unavailable = { name: 'OperatorError', code: 'key-store-unavailable' }
  const harms: [title: string, harm: () => Promise<unknown>, message: RegExp][] = [
    ['damaged', () => appendFile(path, '{"id":'), /keys\.ndjson:2: not JSON/],
    ['emptied', () => truncate(path), /empty/],
    ['gone', () => rm(path), /no such key file/],
  ]
  for (const [title, harm, message] of harms) {
    await harm()
    for (const { digest } of [demo, freshKey().record]) {
      await t.rejects(store.find(digest), { ...unavailable, message }, title)
      await t.rejects(store.find(digest), { ...unavailable, message }, `${title}, asked again`)
    }
    await t.rejects(listed(store), unavailable, title)
    await t.rejects(store.add([freshKey().record]), unavailable, title)
    await t.rejects(store.revoke(demo.id, demo.created_at), unavailable, title)
    await writeFile(path, demoLine)
    t.same(await store.find(demo.digest), demo, `${title}, then mended`)
  }
})

t.test('a bad line holds up no other key, but every change of the file', async (t) => {
  const { path, store: writer } = await storeIn(t.testdir())
  const [good, damaged] = [freshKey().record, freshKey().record]
  await writer.add([damaged, good])
  const whole = await readFile(path, 'utf8')
  const harmed = whole.replace('"named"', '"nammed"')
  await writeFile(path, harmed)
  const faults: (readonly string[])[] = []
  const store = await openFileKeyStore(path, { onFaults: (each) => faults.push(each) })
  const bad = /keys\.ndjson:2: kind: expected one of/
  t.equal(await store.find(damaged.digest), undefined)
  t.same(await listed(store), [demo, good].sort(byCreation))
  t.match((await store.condition()).badLines, [bad])
  t.match(faults, [[/:2: kind: .* The line counts for no key$/]], 'it is reported once')

  const refused = { code: 'bad-keys', message: /keys\.ndjson:2: kind: .*Correct or remove the line first/ }
  await t.rejects(store.add([freshKey().record]), refused)
  await t.rejects(store.revoke(good.id, good.created_at), refused)
  t.equal(await readFile(path, 'utf8'), harmed, 'the line is still there')

  await writeFile(path, whole)
  t.same(await store.find(damaged.digest), damaged)
  t.same((await store.condition()).badLines, [])
  t.same(faults.at(-1), [])
  await store.revoke(good.id, good.created_at)
  await writeFile(path, harmed)
  t.match((await store.condition()).badLines, [bad], 'also while no request looks up a key')
})

t.test('a file that is cut off is reported also while no request looks up a key', async (t) => {
  const { path } = await storeIn(t.testdir())
  const errors: unknown[] = []
  const store = await openFileKeyStore(path, { onError: (error) => errors.push(error) })
  const whole = await readFile(path, 'utf8')
  await writeFile(path, whole.slice(0, -20))
  await store.condition()
  await store.condition()
  t.match(errors, [{ code: 'key-store-unavailable' }, { code: 'key-store-unavailable' }], 'each look counts')
  await writeFile(path, whole)
  await store.condition()
  t.equal(errors.length, 2)
})

t.test('the temporary file of a crashed writer is no part of the store', async (t) => {
  const { path, store } = await storeIn(t.testdir())
  await writeFile(`${path}.new`, '{"id":"key_')
  await store.add([freshKey().record])
  t.equal((await listed(store)).length, 2)
  await t.rejects(stat(`${path}.new`), { code: 'ENOENT' })
  await t.rejects(lstat(`${path}.lock`), { code: 'ENOENT' })
})

t.test('a link stays a link, and the mode stays the same', async (t) => {
  const { path } = await storeIn(t.testdir())
  const name = `${path}.link`
  await symlink(path, name)
  await chmod(path, 0o640)
  const store = await openFileKeyStore(name)
  await store.add([freshKey().record])
  t.ok((await lstat(name)).isSymbolicLink())
  t.equal((await stat(path)).mode & 0o777, 0o640)
  t.equal((await listed(await openFileKeyStore(path))).length, 2)
})

/** Mounts a file or folder a second time while the test runs. @returns the second place */
function mountAgain(t: Test, path: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'offers-mount-'))
  const place = join(folder, 'a\t"second" place')
  if (statSync(path).isDirectory()) mkdirSync(place)
  else writeFileSync(place, '')
  t.equal(spawnSync('mount', ['--bind', path, place]).status, 0)
  t.teardown(() => {
    spawnSync('umount', ['--lazy', place])
    rmSync(folder, { recursive: true })
  })
  return place
}

t.test('changes by different names of a file wait for each other, and none is lost', async (t) => {
  const folder = t.testdir({
    real: {},
    'a folder': t.fixture('symlink', 'real'),
    link: t.fixture('symlink', 'real/keys.ndjson'),
    'link of a link': t.fixture('symlink', 'link'),
  })
  const path = join(folder, 'real/keys.ndjson')
  const names = [
    path,
    relative(process.cwd(), path),
    `${folder}/real/../real//keys.ndjson`,
    ...['a folder/keys.ndjson', 'link', 'link of a link'].map((name) => join(folder, name)),
  ]
  if (!withoutDisks) names.push(join(mountAgain(t, join(folder, 'real')), 'keys.ndjson'))
  const made = await Promise.all(names.map((name) => createKeyFile(name, [demo])))
  t.equal(made.filter(Boolean).length, 1, 'the file is created once, also by a link that leads nowhere yet')
  t.ok((await lstat(join(folder, 'link'))).isSymbolicLink())
  const revoked = names.flatMap(() => [freshKey().record, freshKey().record])
  await (await openFileKeyStore(path)).add(revoked)

  const issued = revoked.map(() => freshKey().record)
  const stores = await Promise.all(names.map((name) => openFileKeyStore(name)))
  const each = revoked.map((_, index) => elementAt(stores, index % stores.length))
  await Promise.all([
    ...each.map((store, index) => store.add([elementAt(issued, index)])),
    ...each.toReversed().map((store, index) => store.revoke(elementAt(revoked, index).id, demo.created_at)),
  ])
  const found = new Map((await listed(elementAt(stores, 0))).map((record) => [record.id, record]))
  for (const { id } of issued) t.equal(found.get(id)?.revoked_at, null)
  for (const { id } of revoked) t.equal(found.get(id)?.revoked_at, demo.created_at)
  t.equal(found.size, 1 + 2 * revoked.length)
  t.same(await readdir(join(folder, 'real')), ['keys.ndjson'], 'no lock stays')
})

/** Expects that a file is read by each name, and changed by none. */
async function isOnlyRead(t: Test, names: readonly string[], message: RegExp): Promise<void> {
  for (const path of names) {
    const before = await readFile(path, 'utf8')
    const store = await openFileKeyStore(path)
    t.same(await store.find(demo.digest), demo)
    t.match((await store.condition()).risk, message)
    await t.rejects(store.add([freshKey().record]), { code: 'bad-keys', message })
    await t.rejects(store.revoke(demo.id, demo.created_at), { code: 'bad-keys', message })
    t.equal(await createKeyFile(path, [demo]), false)
    t.equal(await readFile(path, 'utf8'), before)
  }
}

t.test('a file with several hard links is read, but not changed', async (t) => {
  const { path, store } = await storeIn(t.testdir({ other: {} }))
  const other = join(t.testdirName, 'other/keys')
  await link(path, other)
  await symlink(other, `${other}.link`)
  await isOnlyRead(t, [path, other, `${other}.link`], /\/keys\S*: the file has 2 names \(hard links\)/)
  await rm(other)
  await store.add([freshKey().record])
  t.equal((await store.condition()).risk, undefined)
})

t.test('a file that is mounted alone is read, but not changed', { skip: withoutDisks }, async (t) => {
  const { path } = await storeIn(t.testdir())
  const mounted = mountAgain(t, path)
  await symlink(mounted, `${path}.link`)
  await isOnlyRead(t, [mounted, `${path}.link`], /: the file is mounted alone, .* Mount its folder/)
})

t.test('a change while the file is read is noticed by the next check', async (t) => {
  const { path, store: writer } = await storeIn(t.testdir())
  const { record } = freshKey()
  let isFirst = true
  const store = await openFileKeyStore(path, {
    read: async (path) => {
      const content = await readKeyFile(path)
      if (isFirst) await writer.add([record])
      isFirst = false
      return content
    },
  })
  t.same(await store.find(record.digest), record)
})

t.test('a change that keeps size and time of the file is noticed', async (t) => {
  const { path, store } = await storeIn(t.testdir())
  const day = new Date('2026-08-22')
  const written = async (name: string) => {
    await writeFile(path, demoLine.replace(demo.name, name))
    await utimes(path, day, day)
    return (await store.find(demo.digest))?.name
  }
  t.equal(await written('Some other demo key!'), 'Some other demo key!')
  t.equal(await written('One more demo key, !'), 'One more demo key, !')
})

t.test('days of use are next to the file, which stays as it is', async (t) => {
  const { path, store } = await storeIn(t.testdir())
  const before = await fileStamp(path)
  await store.storeUses(new Map())
  await t.rejects(stat(`${path}.used`), { code: 'ENOENT' })
  await store.storeUses(new Map([[demo.id, '2026-08-22']]))
  t.equal(await fileStamp(path), before)
  const days = join(`${path}.used`, 'days.json')
  t.same(JSON.parse(await readFile(days, 'utf8')), { [demo.id]: '2026-08-22' })
  t.equal((await stat(days)).mode & 0o777, 0o600)
})

t.test('days that cannot be read or written are an error that names their file', async (t) => {
  const { path, store } = await storeIn(t.testdir())
  const days = join(`${path}.used`, 'days.json')
  await store.storeUses(new Map([[demo.id, '2026-08-22']]))
  const today = new Map([[demo.id, '2026-08-23']])
  for (const damaged of ['{', '[]', '', `{"${demo.id}":"yesterday"}`, `{"${demo.id}":1}`]) {
    await writeFile(days, damaged)
    const failure = { code: 'key-store-unavailable', message: /keys\.ndjson\.used\/days\.json: .*remove it/ }
    await t.rejects(store.lastUses([demo.id]), failure, damaged)
    await t.rejects(store.storeUses(today), failure, damaged)
  }
  await rm(`${path}.used`, { recursive: true })
  await writeFile(`${path}.used`, '')
  await t.rejects(store.storeUses(today), { code: 'key-store-unavailable', message: /cannot write .*EEXIST/ })
  t.same(await store.find(demo.digest), demo, 'keys are found all the same')
})
