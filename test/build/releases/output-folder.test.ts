import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import t from 'tap'
import { OutputFolder } from '../../../build/releases/output-folder.ts'
import { currentOwner } from '../../../lib/files/lock.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { NOW, offersBuild, runBuild } from '../support/program.ts'
import { writeSource } from '../support/source.ts'

t.setTimeout(SHORT_MS)

const clock = () => NOW

t.test('during a build a second one is refused with the pid and the start of the first', async (t) => {
  const root = t.testdir({})
  await new OutputFolder(root).withLock(clock, async () => {
    await t.rejects(
      new OutputFolder(root).withLock(clock, async () => t.fail('two at once')),
      {
        code: 'locked',
        message:
          `a build is working on this folder: process ${process.pid} on ${hostname()}, ` +
          `since 2026-03-01T12:00:00.000Z. If that process has ended, remove ${new OutputFolder(root).lockPath}`,
      },
    )
  })
})

t.test('the lock is released, also after a failure', async (t) => {
  const root = t.testdir({})
  t.equal(await new OutputFolder(root).withLock(clock, async () => 7), 7)
  await t.rejects(
    new OutputFolder(root).withLock(clock, async () => Promise.reject(new Error('broken'))),
    { message: 'broken' },
  )
  t.equal(await new OutputFolder(root).withLock(clock, async () => 8), 8)
  t.same(readdirSync(dirname(new OutputFolder(root).lockPath)), [], 'no file is left')
})

t.test('run, rollback and prune respect the lock', async (t) => {
  const root = t.testdir({})
  const source = writeSource(join(root, 'source'))
  const out = join(root, 'out')
  await runBuild(source, out)
  mkdirSync(dirname(new OutputFolder(out).lockPath), { recursive: true })
  symlinkSync(JSON.stringify(currentOwner(clock)), new OutputFolder(out).lockPath)
  const commands = [['run', '--source', source], ['rollback'], ['prune', '--keep', '1']]
  for (const words of commands) {
    const { code, stderr } = await offersBuild([...words, '--out', out])
    t.equal(code, 1)
    t.match(
      stderr,
      `offers-build: a build is working on this folder: process ${process.pid} on ${hostname()}, since 2026-03-01T12:00`,
    )
  }
})
