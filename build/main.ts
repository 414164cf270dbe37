#!/usr/bin/env node
// The build as a program. In a worker thread the same file is loaded once more, see render/render-worker.ts:
// there, it has no command line.

import { isMainThread } from 'node:worker_threads'
import { systemClock } from '../contract/lib/clock.ts'
import { endIfStalled } from '../contract/lib/files/file-access.ts'
import { outliveOutput } from '../contract/lib/unwritable-output.ts'
import { main, PROGRAM } from './cli/run-cli.ts'

if (isMainThread) {
  const { stdout, stderr, env } = process
  // That its progress can't be written is no reason to break off a build.
  outliveOutput(PROGRAM, process)
  process.exitCode = await main(process.argv.slice(2), { stdout, stderr, env, clock: systemClock })
  endIfStalled()
}
