import { spawnSync } from 'node:child_process'
import { lstat, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { withFileLock } from '../../../gateway/keys/file-lock.ts'

const gone = { code: 'ENOENT' }
const neverWait = async () => {
  throw new Error('waited')
}

const neverRun = async () => {
  throw new Error('ran')
}

/** A lock that stands already. */
async function lockOf(t: Test, owner: string): Promise<string> {
  const path = join(t.testdir(), 'lock')
  await symlink(owner, path)
  return path
}

/** The id of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ['--version']).pid

t.test('the lock stands while the task runs, names its owner, and is gone afterwards', async (t) => {
  const path = join(t.testdir(), 'lock')
  const result = await withFileLock(path, () => readlink(path))
  t.equal(result, `process ${process.pid} on ${hostname()}`)
  await t.rejects(lstat(path), gone)
})

t.test('a task that fails lets go of the lock', async (t) => {
  const path = join(t.testdir(), 'lock')
  const fails = async () => {
    throw new Error('no luck')
  }
  await t.rejects(withFileLock(path, fails), /no luck/)
  await t.rejects(lstat(path), gone)
})

t.test('tasks run one at a time', async (t) => {
  const path = join(t.testdir(), 'lock')
  let running = 0
  const task = async () => {
    running += 1
    t.equal(running, 1)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
  }
  const pause = () => new Promise((resolve) => setImmediate(resolve))
  await Promise.all(Array.from({ length: 10 }, () => withFileLock(path, task, pause)))
})

t.test('the lock of a living process is waited for, in short steps', async (t) => {
  const path = await lockOf(t, `process ${process.pid} on ${hostname()}`)
  const waits: number[] = []
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds)
    if (waits.length === 3) await rm(path)
  }
  t.equal(await withFileLock(path, async () => 'done', wait), 'done')
  t.same(waits, [25, 25, 25])
})

t.test('a lock that stays is an error that names its owner, after about ten seconds', async (t) => {
  const path = await lockOf(t, `process ${process.pid} on ${hostname()}`)
  let waited = 0
  const wait = async (milliseconds: number) => {
    waited += milliseconds
  }
  const owner = `process ${process.pid} on ${hostname()}`
  const message = `${path} is held by ${owner}. If it is not, remove ${path} and ${path}.break.`
  await t.rejects(withFileLock(path, neverRun, wait), { name: 'Failure', code: 'locked', message })
  t.ok(waited >= 9_000 && waited <= 11_000, `${waited} ms`)
})

t.test('the lock of a process that died is taken away at once', async (t) => {
  const path = await lockOf(t, `process ${deadPid()} on ${hostname()}`)
  t.equal(await withFileLock(path, async () => 'done', neverWait), 'done')
  await t.rejects(lstat(path), gone)
  await t.rejects(lstat(`${path}.break`), gone)
})

t.test('of several who find a dead lock, still one at a time gets it', async (t) => {
  const path = await lockOf(t, `process ${deadPid()} on ${hostname()}`)
  let running = 0
  let runs = 0
  const task = async () => {
    running += 1
    runs += 1
    t.equal(running, 1)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
  }
  const pause = () => new Promise((resolve) => setImmediate(resolve))
  await Promise.all(Array.from({ length: 10 }, () => withFileLock(path, task, pause)))
  t.equal(runs, 10)
})

t.test('a lock that is not known to be dead is left alone', async (t) => {
  for (const owner of ['somebody', `process ${deadPid()} on another-host`]) {
    const path = await lockOf(t, owner)
    await t.rejects(
      withFileLock(path, neverRun, async () => {}),
      { code: 'locked' },
      `owner ${owner}`,
    )
    t.equal(await readlink(path), owner)
  }
  const path = join(t.testdir(), 'lock')
  await writeFile(path, 'a file of somebody else')
  const message = /is held by a process that can not be told/
  await t.rejects(
    withFileLock(path, neverRun, async () => {}),
    { code: 'locked', message },
  )
})
