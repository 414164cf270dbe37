#!/usr/bin/env node
// The build as a program. In a worker thread the same file is loaded once more, see render/render-worker.ts:
// there, it has no command line.

import { isMainThread } from 'node:worker_threads'
import { systemClock } from '../contract/lib/clock.ts'
import { systemCode } from '../contract/lib/errors.ts'
import { endIfStalled } from '../contract/lib/files/file-access.ts'
import { main } from './cli/run-cli.ts'

function ignoreClosed(error: unknown): void {
  if (systemCode(error) !== 'EPIPE') throw error
}

if (isMainThread) {
  const { stdout, stderr, env } = process
  // Whoever read the progress may have gone: that is no reason to break off a build.
  for (const stream of [stdout, stderr]) stream.on('error', ignoreClosed)
  process.exitCode = await main(process.argv.slice(2), { stdout, stderr, env, clock: systemClock })
  endIfStalled()
}
