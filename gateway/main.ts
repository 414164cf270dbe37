// The gateway's command line: which command, and how it ends.

import { systemClock } from '../contract/clock.ts'
import { Failure, messageOf } from '../contract/failure.ts'
import { helpOf } from '../contract/options.ts'
import { SCHEMA_VERSION } from '../contract/records.ts'
import { KEYS_COMMANDS, runKeysCommand } from './commands/keys.ts'
import { SERVE_COMMAND, serve } from './commands/serve.ts'

const PROGRAM = 'gateway'
const ABOUT = 'Hands out the releases of the offers catalogue to whoever has a key.'

async function run(argv: readonly string[]): Promise<void> {
  const [command, ...rest] = argv
  if (argv.length === 0 || argv.includes('--help') || command === 'help') {
    process.stdout.write(helpOf(PROGRAM, ABOUT, [SERVE_COMMAND, ...KEYS_COMMANDS]))
    if (argv.length === 0) throw new Failure('usage', 'expected a command')
  } else if (command === '--version') {
    process.stdout.write(`${SCHEMA_VERSION}\n`)
  } else if (command === 'serve') {
    await serve(rest, process.env)
  } else if (command === 'keys') {
    await runKeysCommand(rest, process.env, { stdout: process.stdout, clock: systemClock })
  } else {
    throw new Failure('usage', `expected serve or keys, found ${command}`)
  }
}

run(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${PROGRAM}: ${messageOf(error)}\n`)
  process.exitCode = error instanceof Failure ? error.exitCode : 1
})
