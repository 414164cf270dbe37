// The program `offers`.

import { run } from './run.ts'

/** Put in by the build of the package. */
declare const PACKAGE_VERSION: string

const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort(new Error('interrupted')))
// The reader of the output may stop early, as `head` does: then nothing is left to do. A full disk is a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  process.stderr.write(`offers: the output can't be written: ${error.message}\n`)
  process.exit(1)
})
// A failure to report failures cannot be reported.
process.stderr.on('error', () => {})

const { isTTY } = process.stderr
const isWatched = isTTY && process.env.CI === undefined && process.env.TERM !== 'dumb'

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  version: PACKAGE_VERSION,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  terminal: isWatched ? process.stderr : undefined,
  signal: interrupted.signal,
})
