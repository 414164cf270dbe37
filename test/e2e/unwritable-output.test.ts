// Programs whose output is not read to its end, as with `… | head -1`, or does not fit on the disk: they do
// their work and end without a stack trace.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { writeSource } from '../build/support/source.ts'
import { runOnFullDisk, runUnread } from '../helpers/child-processes.ts'
import { bundle, clientProgram } from '../helpers/processes.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'

t.setTimeout(BUSY_MS)

const WAYS = [['stdout'], ['stdout', 'stderr']] as const

type Run = (program: string, ...args: string[]) => ReturnType<typeof runOnFullDisk>

/** Publishes a release and issues a key, which must work whatever becomes of the output. */
async function buildAndIssue(t: Test, run: Run) {
  const root = t.testdir({})
  const source = writeSource(join(root, 'source'), { offers: [] })
  const out = join(root, 'out')
  const accept = ['--on-broken', 'accept', '--threads', '0']
  const built = await run(bundle('build'), 'run', '--source', source, '--out', out, ...accept)
  t.ok(existsSync(join(out, 'latest.json')), 'a build publishes')
  const keys = join(root, 'keys.ndjson')
  const issued = await run(bundle('gateway'), 'keys', 'issue', '--keys', keys, '--name', 'test')
  t.equal(readFileSync(keys, 'utf8').match(/"name":"test"/g)?.length, 1, 'a key is issued')
  return { built, issued, root }
}

for (const closed of WAYS) {
  t.test(`with ${closed.join(' and ')} closed, programs do their work and end as usual`, async (t) => {
    const run: Run = (program, ...args) => runUnread(process.execPath, [program, ...args], closed)
    const { built, issued, root } = await buildAndIssue(t, run)
    t.match(built, { code: 0 })
    t.equal(issued.code, 0, issued.stderr)
    const refused = await run(bundle('build'), 'check', '--source', join(root, 'none'))
    t.equal(refused.code, 1, 'a refusal still ends with 1')
    t.equal((await run(bundle('gateway'), 'keys', 'nonsense')).code, 2)

    const help = await run(clientProgram(), '--help')
    t.equal(help.code, 0, help.stderr)
    t.equal((await run(clientProgram(), 'nonsense')).code, 2)

    for (const { stderr } of [built, refused, issued, help]) t.notMatch(stderr, /EPIPE|\n {4}at /)
  })
}

const withoutFullDisk = existsSync('/dev/full') ? false : 'there is no /dev/full'

t.test(
  'with stdout on a full disk, programs do their work and report the error',
  { skip: withoutFullDisk },
  async (t) => {
    const run: Run = (program, ...args) => runOnFullDisk(process.execPath, [program, ...args])
    const { built, issued } = await buildAndIssue(t, run)
    const why = "the output can't be written: ENOSPC: no space left on device, write"
    t.same(built, { code: 1, stderr: `offers-build: ${why}\n` })
    t.same(issued, { code: 1, stderr: `offers-gateway: ${why}\n` })
    t.match(await run(clientProgram(), '--help'), { code: 1, stderr: why })
  },
)
