// A full disk: the build reports it, and the current release is still served.

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { startGateway } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { demonstrationSource, runProgram } from '../helpers/processes.ts'
import { LONG_MS } from '../helpers/slow-suite.ts'
import { mountDisk, withoutDisks } from '../helpers/small-disk.ts'

t.setTimeout(LONG_MS)

const run = promisify(execFile)

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
