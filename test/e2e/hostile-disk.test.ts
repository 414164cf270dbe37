// A full disk and a folder without write permission: the build reports it, and the current release is still served.

import { execFile } from 'node:child_process'
import { chmod, cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { runToEnd } from '../helpers/child-processes.ts'
import { startGateway } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { bundle, demonstrationSource, runProgram } from '../helpers/processes.ts'
import { LONG_MS } from '../helpers/slow-suite.ts'
import { mountDisk, withoutDisks } from '../helpers/small-disk.ts'

t.setTimeout(LONG_MS)

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0

async function serves(t: Test, out: string): Promise<() => Promise<string>> {
  const { base, keys, gateway } = await startGateway(t, out)
  return async () => {
    await gateway.catalogue.refresh()
    const { status, json } = await call(base, '/beta/offers', { key: keys.issue('named') })
    if (status !== 200) throw new Error(`${status}`)
    return (json as { meta: { data_as_of: string } }).meta.data_as_of
  }
}

const FIRST = '2026-09-01T10:00:00.000Z'
const SECOND = '2026-09-02T10:00:00.000Z'
const buildOn = (out: string, asOf: string) =>
  runProgram('build', ['run', '--source', demonstrationSource, '--out', out, '--as-of', asOf])

t.test('a disk that fills up', { skip: withoutDisks }, async (t) => {
  // The demonstration catalogue takes about 8 MB of blocks: one release fits, a second one does not.
  const disk = mountDisk(t, '12m')
  const out = join(disk, 'out')
  t.equal((await buildOn(out, FIRST)).code, 0)
  const dayServed = await serves(t, out)
  const { code, stderr } = await buildOn(out, SECOND)
  t.equal(code, 1)
  t.match(stderr, /no space left on the device/)
  t.equal(await dayServed(), FIRST, 'the last good release stays and is served')
  t.equal((await runProgram('build', ['verify', '--out', out])).code, 0)
  await run('mount', ['-o', 'remount,size=64m', disk])
  t.equal((await buildOn(out, SECOND)).code, 0, 'once there is room, the same build succeeds')
  t.equal(await dayServed(), SECOND)
})

t.test('a folder without write permission', async (t) => {
  const out = join(t.testdir(), 'out')
  t.equal((await buildOn(out, FIRST)).code, 0)
  const dayServed = await serves(t, out)
  // Root may write anywhere, so the build runs as nobody, from places that this user can read.
  const open = join('/tmp', `offers-${process.pid}`)
  t.teardown(() => run('rm', ['-rf', open]))
  await mkdir(open, { mode: 0o755 })
  await cp(bundle('build'), join(open, 'build.mjs'))
  await cp(demonstrationSource, join(open, 'source'), { recursive: true })
  await cp(out, join(open, 'out'), { recursive: true })
  if (!isRoot) await chmod(join(open, 'out'), 0o555)
  const words = ['run', '--source', join(open, 'source'), '--out', join(open, 'out'), '--as-of', SECOND]
  const failed = await runToEnd(process.execPath, [join(open, 'build.mjs'), ...words], {
    cwd: open,
    env: { PATH: process.env.PATH },
    ...(isRoot ? { uid: 65534, gid: 65534 } : {}),
  })
  await chmod(join(open, 'out'), 0o755)
  t.equal(failed.code, 1)
  t.match(failed.stderr, /permission denied/)
  t.match(failed.stderr, join(open, 'out'))
  t.equal((await runProgram('build', ['verify', '--out', join(open, 'out')])).code, 0)
  t.equal(await dayServed(), FIRST)
})
