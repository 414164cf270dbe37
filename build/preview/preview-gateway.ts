// The parts of a preview: the gateway next to this program, in a separate process, and a temporary folder.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OperatorError } from '../../lib/errors.ts'

/**
 * The path of the gateway's bundle.
 * @throws {OperatorError} `system` if it is missing
 */
export function findGateway(): string {
  const path = fileURLToPath(new URL('./gateway.mjs', import.meta.url))
  if (existsSync(path)) return path
  throw new OperatorError(
    'system',
    `${path}: missing; preview starts the gateway next to the build: run \`make dist\`, or install both`,
  )
}

/**
 * Resolves when the gateway ends, e.g. because another program has the port.
 * @param keys the file for its keys, which gets the published demo key
 * @param onStart called with the id of its process
 * @throws {OperatorError} `system` if the keys cannot be written
 */
export async function serveUntilEnded(
  bundle: string,
  { out, keys, port, onStart }: { out: string; keys: string; port: number; onStart(pid: number): void },
): Promise<void> {
  const [code] = await once(startGateway(bundle, ['keys', 'init', '--keys', keys], 'ignore'), 'exit')
  if (code !== 0) throw new OperatorError('system', `${keys}: the demo key could not be written`)
  const serve = ['serve', '--public', out, '--keys', keys, '--port', String(port)]
  // For a person at a terminal: the public demo key, and only warnings.
  const gateway = startGateway(bundle, [...serve, '--local', '--welcome', '--log-level', 'warn'], 'inherit')
  if (gateway.pid !== undefined) onStart(gateway.pid)
  await once(gateway, 'exit')
}

/** Starts the gateway without the variables of a real one, such as its port and trusted keys. */
function startGateway(bundle: string, words: readonly string[], stdout: 'ignore' | 'inherit') {
  const variables = Object.entries(process.env).filter(([name]) => !name.startsWith('OFFERS_'))
  return spawn(process.execPath, [bundle, ...words], {
    stdio: ['ignore', stdout, 'inherit'],
    env: Object.fromEntries(variables),
  })
}

// A temporary folder that does not outlive its program, however that ends: a small process waits until the pipe to the
// program closes, and then removes the folder.

// Each line of its input is the id of a process that uses the folder, and is ended before the folder is removed. Ctrl-C
// reaches this process as well, and must not end it.
const REMOVE_AT_END = `trap '' INT TERM HUP
while read -r process; do users="$users $process"; done
for process in $users; do
  while kill "$process" 2>/dev/null; do sleep 0.1; done
done
rm -rf "$1"`

/** `endWithIt` ends a process, by its id, before the folder is removed; `remove` removes it now. */
export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'offers-preview-'))
  const remover = spawn('sh', ['-c', REMOVE_AT_END, 'sh', path], { stdio: ['pipe', 'ignore', 'inherit'] })
  const removed = once(remover, 'exit')
  return {
    path,
    endWithIt: (pid: number) => remover.stdin.write(`${pid}\n`),
    remove: async () => {
      remover.stdin.end()
      await removed
    },
  }
}
