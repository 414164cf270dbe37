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
const THIRD = '2026-09-03T10:00:00.000Z'
const FOURTH = '2026-09-04T10:00:00.000Z'
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
  t.notMatch(stderr, 'prune', 'there is no older release')
  await run('mount', ['-o', 'remount,size=64m', disk])
  t.equal((await buildOn(out, SECOND)).code, 0, 'once there is room, the same build succeeds')
  t.equal(await dayServed(), SECOND)

  // The usual state: three releases. Nothing but the commands of the message frees room.
  t.equal((await buildOn(out, THIRD)).code, 0)
  const { stdout: used } = await run('df', ['--output=used', '-k', disk])
  await run('mount', ['-o', `remount,size=${Number(used.split('\n')[1]) + 1024}k`, disk])
  const full = await buildOn(out, FOURTH)
  t.match(full, { code: 1, stderr: /no space left on the device/ })
  const remedies = [...full.stderr.matchAll(/`(prune .*)` frees ([\d.,]+ \w+)/g)]
  t.match(
    remedies.map(([, words]) => words),
    [`prune --out ${out} --keep 2 --grace 0`, `prune --out ${out} --keep 1 --grace 0`],
  )
  t.match(full.stderr, /--keep 1 .*leaves no release to go back to/)
  const [, words = ''] = remedies[1] ?? []
  t.equal((await runProgram('build', words.split(' '))).code, 0)
  t.equal((await buildOn(out, FOURTH)).code, 0)
  t.equal(await dayServed(), FOURTH)
})
