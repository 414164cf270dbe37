#!/usr/bin/env node
// The build as a program. In a worker thread the same file is loaded once more, see render/render-worker.ts:
// there, it has no command line.

import { isMainThread } from 'node:worker_threads'
import { systemClock } from '../contract/lib/clock.ts'
import { outliveReaders } from '../contract/lib/closed-output.ts'
import { endIfStalled } from '../contract/lib/files/file-access.ts'
import { main } from './cli/run-cli.ts'

if (isMainThread) {
  const { stdout, stderr, env } = process
  // That nobody reads its progress any more is no reason to break off a build.
  outliveReaders(stdout, stderr)
  process.exitCode = await main(process.argv.slice(2), { stdout, stderr, env, clock: systemClock })
  endIfStalled()
}
