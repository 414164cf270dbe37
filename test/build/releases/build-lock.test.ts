import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import t from 'tap'
import { withLock } from '../../../build/releases/build-lock.ts'
import { lockPath } from '../../../build/releases/work-folder.ts'
import { currentOwner } from '../../../lib/files/lock-owner.ts'
import { MINUTE_MS } from '../../helpers/slow-suite.ts'
import { NOW, offersBuild, runBuild } from '../support/program.ts'
import { writeSource } from '../support/source.ts'

t.setTimeout(MINUTE_MS)

const clock = () => NOW

t.test('while one builds, a second one is refused with the pid and the start of the first', async (t) => {
  const root = t.testdir({})
  await withLock(root, clock, async () => {
    await t.rejects(
      withLock(root, clock, async () => t.fail('two at once')),
      {
        code: 'locked',
        message:
          `a build is at work on this folder: process ${process.pid} on ${hostname()}, ` +
          `since 2026-03-01T12:00:00.000Z. If that process has ended, remove ${lockPath(root)}`,
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

t.test('run, rollback and prune respect the lock', async (t) => {
  const root = t.testdir({})
  const source = writeSource(join(root, 'source'))
  const out = join(root, 'out')
  await runBuild(source, out)
  mkdirSync(dirname(lockPath(out)), { recursive: true })
  symlinkSync(JSON.stringify(currentOwner(clock)), lockPath(out))
  const commands = [['run', '--source', source], ['rollback'], ['prune', '--keep', '1']]
  for (const words of commands) {
    const { code, stderr } = await offersBuild([...words, '--out', out])
    t.equal(code, 1)
    t.match(
      stderr,
      `offers-build: a build is at work on this folder: process ${process.pid} on ${hostname()}, since 2026-03-01T12:00`,
    )
  }
})
