// Command lines, read by a table of options as a program reads them.

import { command, type OptionTable, type Settings } from '../../lib/command-line/command.ts'
import { runCommand } from '../../lib/command-line/program.ts'
import { noProgress } from '../../lib/command-line/progress.ts'

/** @throws {OperatorError} `usage` if the words don't fit the table */
export async function readSettings<T extends OptionTable>(
  options: T,
  argv: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Settings<T>> {
  let found: Settings<T> | undefined
  const only = command({
    name: '',
    about: '',
    options,
    async run(settings) {
      found = settings
    },
  })
  const output = { write: () => true }
  const context = {
    stdin: () => [],
    stdout: output,
    stderr: output,
    progress: noProgress,
    env,
    clock: () => 0,
    flush: async () => {},
  }
  await runCommand({ name: 'test', about: '', commands: [only] }, argv, context)
  if (!found) throw new Error('the command was not run')
  return found
}
