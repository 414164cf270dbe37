// Real processes that change one key file.

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { build } from 'esbuild'
import t from 'tap'
import { keyDigest } from '../../../contract/keys/format.ts'
import { openFileKeyStore } from '../../../gateway/keys/file-key-store.ts'
import { BUNDLE_OPTIONS } from '../../../packaging/bundle-options.mjs'
import { startChild } from '../../helpers/child-processes.ts'
import { MINUTE_MS } from '../../helpers/slow-suite.ts'
import { freshKey, listed } from './records.ts'

t.setTimeout(MINUTE_MS)

const program = join(t.testdir(), 'issue.mjs')

/** Issues keys to a file, one by one, and prints each as soon as it is stored. */
const SOURCE = `
import { issue } from './gateway/cli/keys/issue.ts'
import { runProgram } from './lib/command-line/program.ts'
const [path, count] = process.argv.slice(2)
const { stdout, stderr } = process
for (let left = Number(count); left > 0; left--) {
  const words = ['keys', 'issue', '--keys', path, '--name', 'Process', '--json']
  const program = { name: 'issue', about: '', commands: [issue] }
  await runProgram(program, words, { stdout, stderr, env: {}, clock: Date.now })
}
`

t.before(async () => {
  await build({
    stdin: { contents: SOURCE, resolveDir: join(import.meta.dirname, '../../..'), sourcefile: 'issue.ts' },
    ...BUNDLE_OPTIONS,
    external: ['@redis/client'],
    outfile: program,
  })
})

function issueKeys(path: string, count: number): ChildProcess {
  return startChild(process.execPath, [program, path, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

const keyIn = (line: string): string => JSON.parse(line).key

t.test('several processes that issue keys at once lose none', async (t) => {
  const path = join(t.testdir(), 'keys.ndjson')
  const outputs = Array.from({ length: 4 }, () => issueKeys(path, 10)).map(async ({ stdout }) =>
    stdout ? text(stdout) : '',
  )
  const keys = (await Promise.all(outputs)).flatMap((output) => output.trimEnd().split('\n').map(keyIn))
  t.equal(keys.length, 40)
  const store = await openFileKeyStore(path)
  for (const key of keys) t.match(await store.find(keyDigest(key)), { name: 'Process' })
  t.equal((await listed(store)).length, 41, 'and the published demo key')
})

t.test('a process killed at any moment leaves a whole file, with every key that it printed', async (t) => {
  const path = join(t.testdir(), 'keys.ndjson')
  const shown: string[] = []
  for (let round = 0; round < 8; round++) {
    const child = issueKeys(path, 1_000_000)
    const exit = once(child, 'exit')
    const lines = child.stdout ? createInterface(child.stdout) : []
    let here = 0
    for await (const line of lines) {
      shown.push(keyIn(line))
      here += 1
      if (here === 3 + round) setTimeout(() => child.kill('SIGKILL'), (round * 7) / 8)
    }
    await exit
    const store = await openFileKeyStore(path)
    for (const key of shown) t.ok(await store.find(keyDigest(key)), 'the key is stored')
    await store.add([freshKey().record])
  }
})
