// `keys …`: the operator's commands for keys; each sub-command has its file.

import { type Command, readOptions } from '../../lib/command-line/cli-options.ts'
import { OperatorError } from '../../lib/errors.ts'
import { copy } from './keys/copy.ts'
import { init } from './keys/init.ts'
import { issue } from './keys/issue.ts'
import { list } from './keys/list.ts'
import { revoke } from './keys/revoke.ts'
import { rotate } from './keys/rotate.ts'
import type { CommandContext } from './keys/sub-command.ts'
import { test } from './keys/test.ts'

const SUB_COMMANDS = { init, issue, list, test, rotate, revoke, copy }

/** For `--help`. */
export const KEYS_COMMANDS: readonly Command[] = Object.values(SUB_COMMANDS).map(({ command }) => command)

/**
 * Runs a sub-command.
 * @param argv what follows the word `keys`
 * @throws {OperatorError} with a sentence for the operator; `usage` if the command line is wrong
 */
export async function runKeysCommand(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  context: CommandContext,
): Promise<void> {
  const [word, ...rest] = argv
  const found = Object.entries(SUB_COMMANDS).find(([name]) => name === word)?.[1]
  if (!found) {
    const known = Object.keys(SUB_COMMANDS).join(', ')
    throw new OperatorError('usage', `keys: expected one of ${known}, found ${word ?? 'none'}`)
  }
  await found.run(readOptions(found.command, rest, env), context)
}
