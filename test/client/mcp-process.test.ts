// `offers mcp` as agents start it: a process that speaks the protocol on its standard streams.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { cleanEnvironment, startChild } from '../helpers/child-processes.ts'
import { startMornings } from '../helpers/mornings.ts'
import { clientProgram } from '../helpers/processes.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { spawnMcp } from './support/mcp-client.ts'

t.setTimeout(BUSY_MS)

const spawned = (folder: string, baseUrl: string, key: string) => ({
  command: process.execPath,
  args: [clientProgram(), 'mcp', folder],
  env: { OFFERS_BASE_URL: baseUrl, OFFERS_KEY: key },
})

const root = t.testdir()
const folder = join(root, 'catalogue')
let mornings: Awaited<ReturnType<typeof startMornings>>
t.before(async () => {
  mornings = await startMornings(t, join(root, 'mornings'))
})

t.test('it downloads the catalogue by itself, and answers', async (t) => {
  const { base, key } = mornings
  const { call, errors, log } = await spawnMcp(t, spawned(folder, base, key))
  const first = await call('find_offers', { limit: 1 })
  t.match(first.content, { returned: 1, attribution: /./, freshness: /old$/ })
  t.strictSame(errors, [], 'its output holds nothing else')
  t.match(log(), /^offers: the copy is now of .*, by the snapshot$/m)
  t.ok(existsSync(join(folder, 'copy.ndjson')))
})

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
const CALL = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'find_offers', arguments: { limit: 1 } },
}

t.test('it ends when its input does, after the last answer, and with Ctrl-C', async (t) => {
  const { args, env } = spawned(folder, mornings.base, mornings.key)
  const start = () =>
    startChild(process.execPath, args, {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...cleanEnvironment(), ...env },
    })
  const child = start()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.stdin?.end(`${[INITIALIZE, CALL].map((message) => JSON.stringify(message)).join('\n')}\n`)
  if (!child.stdout) throw new TypeError('not a pipe')
  const lines = (await text(child.stdout)).trim().split('\n')
  t.match(
    lines.map((line) => JSON.parse(line)),
    [
      {
        id: 1,
        result: {
          protocolVersion: '2025-06-18',
          capabilities: { tools: {} },
          serverInfo: { name: 'offers' },
        },
      },
      { id: 2, result: { content: [{ text: /"returned":1,/ }] } },
    ],
  )
  t.equal(await ended, 0)

  const other = start()
  const stopped = new Promise((resolve) => other.once('exit', (code, signal) => resolve({ code, signal })))
  other.stdout?.once('data', () => other.kill('SIGINT'))
  other.stdin?.write(`${JSON.stringify(INITIALIZE)}\n`)
  t.strictSame(await stopped, { code: 0, signal: null })
})

t.test('a line of more than 10 MB gets an error with its id, and the next call an answer', async (t) => {
  const { base, key } = mornings
  const { command, args, env } = spawned(folder, base, key)
  const child = startChild(command, args, { env: { ...cleanEnvironment(), ...env } })
  const long = 'x'.repeat(11 * 1024 * 1024)
  const { method, params } = CALL
  const lines = [
    JSON.stringify(INITIALIZE),
    JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { ...params, long } }),
    JSON.stringify({ method, params: { ...params, long: `"id":5}${long}` }, jsonrpc: '2.0', id: 'eight' }),
    `"${long}`,
    JSON.stringify(CALL),
  ]
  child.stdin?.end(`${lines.join('\n')}\n`)
  if (!child.stdout) throw new TypeError('not a pipe')
  const answers = (await text(child.stdout))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const refused = { code: -32600, message: /at most 10485759 bytes/ }
  const found = (id: unknown) => answers.find((each) => each.id === id)
  t.equal(answers.length, 5)
  t.match(found(7), { error: refused })
  t.match(found('eight'), { error: refused })
  t.match(found(null), { error: refused })
  t.match(found(2), { result: { content: [{ text: /"returned":1,/ }] } })
})
