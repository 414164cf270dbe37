// The program `offers`.

import { run } from './run.ts'

/** Put in by the build of the package. */
declare const PACKAGE_VERSION: string

const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort(new Error('interrupted')))
// Whoever reads the output may stop reading, as `head` does.
process.stdout.on('error', () => process.exit(0))

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  version: PACKAGE_VERSION,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  signal: interrupted.signal,
})
