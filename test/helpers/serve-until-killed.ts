// Not a test, but a program that a test starts and kills: serves, prints the pid of its gateway, and keeps running.

import { join } from 'node:path'
import t from 'tap'
import { runProgram, serveGateway } from './processes.ts'
import { publishTinyRelease } from './tiny-release.ts'

t.test('serves until it is killed', async (t) => {
  const [root = ''] = process.argv.slice(2)
  const [folder, keys] = [join(root, 'public'), join(root, 'keys.ndjson')]
  publishTinyRelease(folder)
  await runProgram('gateway', ['keys', 'init', '--keys', keys])
  const gateway = await serveGateway(t, ['--public', folder, '--keys', keys])
  process.stderr.write(`${gateway.process.pid}\n`)
  await new Promise((resolve) => setTimeout(resolve, 3_600_000))
})
