import { lstatSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { currentOwner, type LockOptions, type LockOwner, takeLock } from '../../../lib/files/lock.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { until } from '../../helpers/until.ts'

t.setTimeout(SHORT_MS)

const clock = () => Date.parse('2026-08-22T12:00:00.000Z')
const us = currentOwner(clock)
const dead = { ...us, pid: 1, started_at: '2026-08-21T12:00:00.000Z' }
const isDead = ({ pid }: LockOwner) => pid === dead.pid

function lockIn(t: Test, changes: Partial<LockOptions> = {}) {
  const folder = t.testdir({})
  const path = join(folder, 'lock')
  const options: LockOptions = { path, activity: 'somebody is at work', clock, isDead, ...changes }
  const hold = (owner: unknown, name = 'lock') => symlinkSync(JSON.stringify(owner), join(folder, name))
  return { folder, path, options, hold }
}

/** A taker that stops at each check whether a process has died, until the test lets it continue. */
function stepper() {
  const waiting: (() => void)[] = []
  const looks = async (owner: LockOwner) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return isDead(owner)
  }
  const stopped = () => until('the taker looks', () => waiting.length > 0)
  const step = async () => {
    await stopped()
    waiting.shift()?.()
  }
  /** Lets the taker finish. */
  const finish = async <T>(taker: Promise<T>): Promise<PromiseSettledResult<T> | undefined> => {
    let result: PromiseSettledResult<T> | undefined
    Promise.allSettled([taker]).then(([settled]) => {
      result = settled
    })
    await until('the taker is done', () => {
      waiting.shift()?.()
      return result !== undefined
    })
    return result
  }
  return { looks, stopped, step, finish }
}

t.test('a lock names its owner, and is removed afterwards', async (t) => {
  const { folder, path, options } = lockIn(t)
  const release = await takeLock(options)
  t.same(JSON.parse(readlinkSync(path)), us)
  await release()
  t.same(readdirSync(folder), [])
})

t.test('a taken lock is refused, with its owner and file', async (t) => {
  const { path, options } = lockIn(t)
  const release = await takeLock(options)
  await t.rejects(takeLock(options), {
    name: 'OperatorError',
    code: 'locked',
    message:
      `somebody is at work: process ${process.pid} on ${hostname()}, since 2026-08-22T12:00:00.000Z. ` +
      `If that process has ended, remove ${path}`,
  })
  await release()
  await (await takeLock(options))()
})

t.test('a taken lock is waited for in short steps', async (t) => {
  const { path, options, hold } = lockIn(t)
  hold(us)
  const waits: number[] = []
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds)
    if (waits.length === 3) rmSync(path)
  }
  await takeLock({ ...options, wait })
  t.same(waits, [25, 25, 25])
})

t.test('a lock that stays is an error after ten seconds', async (t) => {
  const { options, hold } = lockIn(t)
  hold(us)
  let waited = 0
  const wait = async (milliseconds: number) => {
    waited += milliseconds
  }
  await t.rejects(takeLock({ ...options, wait }), { code: 'locked', message: /process .* remove .*lock$/ })
  t.ok(waited >= 9_000 && waited <= 11_000, `${waited} ms`)
})

t.test('the lock of a dead process is taken over at once', async (t) => {
  const { folder, path, options, hold } = lockIn(t)
  hold(dead)
  await takeLock(options)
  t.same(JSON.parse(readlinkSync(path)), us)
  t.same(readdirSync(folder), ['lock'], 'no breaker is left')
})

t.test('a stale lock and its breaker may be removed by hand during a takeover', async (t) => {
  const { folder, path, options, hold } = lockIn(t)
  hold(dead)
  let looks = 0
  const removedByHand = (owner: LockOwner) => {
    looks += 1
    // The second check, with the breaker taken, is the last one before both are removed.
    if (looks === 2) for (const removed of [path, `${path}.break`]) rmSync(removed)
    return isDead(owner)
  }
  await takeLock({ ...options, isDead: removedByHand })
  t.same(JSON.parse(readlinkSync(path)), us)
  t.same(readdirSync(folder), ['lock'])
})

t.test('so is one whose breakers dead processes left', async (t) => {
  const { folder, options, hold } = lockIn(t)
  for (const name of ['lock', 'lock.break', 'lock.break.break']) hold(dead, name)
  const release = await takeLock(options)
  t.same(readdirSync(folder), ['lock'])
  await release()
})

t.test('a breaker that may be in use is an error that names it', async (t) => {
  const { path, options, hold } = lockIn(t)
  hold(dead)
  hold({ ...us, host: 'ci-17' }, 'lock.break')
  await t.rejects(takeLock(options), {
    code: 'locked',
    message: /process \d+ on ci-17, since .* remove .*lock\.break$/,
  })
  t.same(JSON.parse(readlinkSync(path)), dead)
})

t.test('a file that is no lock of ours is never removed', async (t) => {
  const { folder, path, options } = lockIn(t, { isDead: () => true })
  const message = `somebody is at work: an unknown process. If that process has ended, remove ${path}`
  symlinkSync('process 1 on here', path)
  await t.rejects(takeLock(options), { code: 'locked', message })
  rmSync(path)
  writeFileSync(path, '')
  await t.rejects(takeLock(options), { code: 'locked', message })
  t.same(readdirSync(folder), ['lock'])
})

t.test('if no link can be created, the error of the system says why', async (t) => {
  const { folder, options } = lockIn(t)
  await t.rejects(takeLock({ ...options, path: join(folder, 'none', 'lock') }), { code: 'ENOENT' })
})

t.test('a lock that was taken over between check and removal is left alone', async (t) => {
  const { path, options, hold } = lockIn(t)
  hold(dead)
  const slow = stepper()
  const late = takeLock({ ...options, isDead: slow.looks })
  await slow.stopped()
  const release = await takeLock(options)
  t.match(await slow.finish(late), { status: 'rejected', reason: { code: 'locked' } })
  t.same(JSON.parse(readlinkSync(path)), us, 'still that of the second')
  await release()
})

t.test('of three at a stale lock, one that is about to remove it keeps the others out', async (t) => {
  const { folder, path, options, hold } = lockIn(t)
  hold(dead)
  const slow = stepper()
  const first = takeLock({ ...options, isDead: slow.looks })
  await slow.step()
  await slow.stopped()
  t.ok(lstatSync(`${path}.break`).isSymbolicLink(), 'it checks again, with the breaker taken')
  await t.rejects(takeLock(options), { code: 'locked', message: /lock\.break$/ })
  await t.rejects(takeLock(options), { code: 'locked', message: /lock\.break$/ })
  t.match(await slow.finish(first), { status: 'fulfilled' })
  await t.rejects(takeLock(options), { code: 'locked', message: /lock$/ })
  t.same(readdirSync(folder), ['lock'])
})

t.test('of many at a stale lock, one at a time has it, in any order of their steps', async (t) => {
  for (let round = 0; round < 20; round++) {
    const { folder, options, hold } = lockIn(t)
    hold(dead)
    if (round % 2 === 0) hold(dead, 'lock.break')
    let [running, runs] = [0, 0]
    const turns = (count: number) => async () => {
      for (let turn = 0; turn < count; turn++) await nextTurn()
    }
    const taker = async (_: unknown, number: number) => {
      const pause = turns(((number + 1) * (round + 3)) % 7)
      const looks = async (owner: LockOwner) => {
        await pause()
        return isDead(owner)
      }
      const release = await takeLock({ ...options, isDead: looks, wait: pause })
      running += 1
      runs += 1
      if (running !== 1) t.fail(`${running} at once in round ${round}`)
      await pause()
      running -= 1
      await release()
    }
    await Promise.all(Array.from({ length: 5 }, taker))
    t.equal(runs, 5)
    t.same(readdirSync(folder), [])
  }
})
