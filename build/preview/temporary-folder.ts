// A temporary folder that does not outlive its program, however that ends: a small process waits until the pipe to the
// program closes, and then removes the folder.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Each line of its input is the id of a process that uses the folder, and ends before the folder is removed. Ctrl-C
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
    endWithIt: (process: number) => remover.stdin.write(`${process}\n`),
    remove: async () => {
      remover.stdin.end()
      await removed
    },
  }
}
