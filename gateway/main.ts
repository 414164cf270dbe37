#!/usr/bin/env node
// The gateway's command line: which command, and how it ends.

import { type Command, helpOf, helpOfCommand } from '../lib/command-line/cli-options.ts'
import { ignoreBrokenPipe } from '../lib/command-line/ignore-broken-pipe.ts'
import { messageOf, OperatorError } from '../lib/errors.ts'
import { endIfStalled } from '../lib/files/file-access.ts'
import { printable, printableOutput } from '../lib/text/printable.ts'
import { systemClock } from '../lib/time/clock.ts'
import packageFacts from '../package.json' with { type: 'json' }
import { KEYS_COMMANDS, runKeysCommand } from './cli/keys.ts'
import { serve } from './cli/serve.ts'
import { SERVE_COMMAND } from './cli/serve-options.ts'

const PROGRAM = 'offers-gateway'
const ABOUT = 'Serves the releases of the offers catalogue to clients with a key.'
const COMMANDS: readonly Command[] = [SERVE_COMMAND, ...KEYS_COMMANDS]

async function run(argv: readonly string[]): Promise<void> {
  const [command, ...rest] = argv
  if (command === 'help' || argv.includes('--help') || argv.includes('-h')) {
    process.stdout.write(helpOfWords(argv))
  } else if (command === '--version') {
    process.stdout.write(`${packageFacts.version}\n`)
  } else if (command === 'serve') {
    await serve(rest, process.env)
  } else if (command === 'keys') {
    await runKeysCommand(rest, process.env, {
      stdin: process.stdin,
      stdout: printableOutput(process.stdout),
      clock: systemClock,
    })
  } else {
    throw new OperatorError('usage', `expected serve or keys, found ${command ?? 'none'}`)
  }
}

/** Of what the words before `--help` name: one command, the group of `keys`, or all. */
function helpOfWords([first, second]: readonly string[]): string {
  const one = COMMANDS.find(({ name }) => name === first || name === `${first} ${second}`)
  if (one) return helpOfCommand(PROGRAM, one)
  const group = COMMANDS.filter(({ name }) => name.split(' ')[0] === first)
  return helpOf(PROGRAM, ABOUT, group.length > 0 ? group : COMMANDS)
}

// Keys that are being issued are stored, and requests answered, even if nobody can read of it.
ignoreBrokenPipe(PROGRAM, process)
run(process.argv.slice(2))
  .catch((error) => {
    const isUsage = error instanceof OperatorError && error.code === 'usage'
    const hint = isUsage ? `${PROGRAM}: --help lists what can be given\n` : ''
    process.stderr.write(printable(`${PROGRAM}: ${messageOf(error)}\n${hint}`))
    process.exitCode = error instanceof OperatorError ? error.exitCode : 1
  })
  .finally(() => endIfStalled())
