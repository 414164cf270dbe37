import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import t from 'tap'
import { withLock } from '../../build/lock/lock.ts'
import { lockPath } from '../../build/release/work-folder.ts'
import { NOW, offersBuild, runBuild } from './support/program.ts'
import { writeSource } from './support/source.ts'

const clock = () => NOW
const holder = {
  pid: process.pid,
  host: hostname(),
  started_at: '2026-03-01T06:00:00.000Z',
  process_start: null,
}

function hold(root: string, content: unknown): void {
  mkdirSync(dirname(lockPath(root)), { recursive: true })
  writeFileSync(lockPath(root), typeof content === 'string' ? content : JSON.stringify(content))
}

/** The id of a process that is gone. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid
}

t.test('while one builds, a second one is refused with the pid and the start of the first', async (t) => {
  const root = t.testdir({})
  await withLock(root, clock, async () => {
    await t.rejects(
      withLock(root, clock, async () => t.fail('two at once')),
      {
        code: 'locked',
        message: `a build is at work on this folder: process ${process.pid}, since 2026-03-01T12:00:00.000Z`,
      },
    )
  })
})

t.test('the lock is given back, also after a failure', async (t) => {
  const root = t.testdir({})
  t.equal(await withLock(root, clock, async () => 7), 7)
  await t.rejects(
    withLock(root, clock, async () => Promise.reject(new Error('broken'))),
    { message: 'broken' },
  )
  t.equal(await withLock(root, clock, async () => 8), 8)
  t.same(readdirSync(dirname(lockPath(root))), [], 'nothing is left')
})

t.test('a lock says who holds it', async (t) => {
  const root = t.testdir({})
  await withLock(root, clock, async () => {
    t.match(JSON.parse(readFileSync(lockPath(root), 'utf8')), {
      pid: process.pid,
      host: hostname(),
      started_at: '2026-03-01T12:00:00.000Z',
    })
  })
})

t.test('the lock of a process that is gone is taken over', async (t) => {
  const root = t.testdir({})
  hold(root, { ...holder, pid: deadPid() })
  t.equal(await withLock(root, clock, async () => 'ours'), 'ours')
})

t.test(
  'so is that of a process whose id another one has now',
  { skip: !existsSync('/proc/self/stat') && 'needs /proc' },
  async (t) => {
    const root = t.testdir({})
    hold(root, { ...holder, process_start: '1' })
    t.equal(await withLock(root, clock, async () => 'ours'), 'ours')
  },
)

t.test('of a process on another machine nobody knows whether it is gone', async (t) => {
  const root = t.testdir({})
  hold(root, { ...holder, pid: deadPid(), host: 'elsewhere' })
  await t.rejects(
    withLock(root, clock, async () => t.fail('taken')),
    {
      code: 'locked',
      message: /on elsewhere \(remove .*lock if that is gone\), since 2026-03-01T06:00:00.000Z/,
    },
  )
})

t.test('a lock that says nothing is not taken over', async (t) => {
  const root = t.testdir({})
  for (const content of ['', '{}', '{"pid":"x"}']) {
    hold(root, content)
    await t.rejects(
      withLock(root, clock, async () => t.fail('taken')),
      {
        code: 'locked',
        message: /remove it if no build is at work/,
      },
    )
  }
})

t.test('run, rollback and prune respect the lock', async (t) => {
  const root = t.testdir({})
  const source = writeSource(join(root, 'source'))
  const out = join(root, 'out')
  await runBuild(source, out)
  hold(out, holder)
  const commands = [['run', '--source', source], ['rollback'], ['prune', '--keep', '1']]
  for (const words of commands) {
    const { code, stderr } = await offersBuild([...words, '--out', out])
    t.equal(code, 1)
    t.match(
      stderr,
      `offers-build: a build is at work on this folder: process ${process.pid}, since 2026-03-01T06:00`,
    )
  }
})
