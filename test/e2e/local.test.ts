// The default: a local folder, a key file, limits in memory.

import { join } from 'node:path'
import t from 'tap'
import { issueKey } from '../helpers/issue-keys.ts'
import { demonstrationSource, runProgram, serveGateway } from '../helpers/processes.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'
import { blackBox, operatorOf } from './black-box.ts'

t.setTimeout(SLOW_MS)

t.test('a gateway over a local folder keeps every promise', async (t) => {
  const root = t.testdir()
  const [out, keys] = [join(root, 'out'), join(root, 'keys.ndjson')]
  const built = await runProgram('build', ['run', '--source', demonstrationSource, '--out', out])
  t.equal(built.code, 0, built.stderr)
  // The gateway starts with a store; the tests issue their keys while it runs.
  await issueKey(keys)
  const { issue, revoke } = operatorOf(keys)
  const { base } = await serveGateway(t, ['--public', out, '--keys', keys, '--trust-proxy', '127.0.0.0/8'])
  await blackBox(t, { base, issue, revoke })
})
