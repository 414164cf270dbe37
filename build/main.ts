#!/usr/bin/env node
// The build as a program. In a worker thread the same file is loaded once more, see render/render-worker.ts:
// there, it has no command line.

import { isMainThread } from 'node:worker_threads'
import { ignoreBrokenPipe } from '../lib/command-line/ignore-broken-pipe.ts'
import { endIfStalled } from '../lib/files/file-access.ts'
import { systemClock } from '../lib/time/clock.ts'
import { main, PROGRAM } from './cli/run-cli.ts'

if (isMainThread) {
  const { stdout, stderr, env } = process
  // That its progress can't be written is no reason to break off a build.
  ignoreBrokenPipe(PROGRAM, process)
  process.exitCode = await main(process.argv.slice(2), { stdout, stderr, env, clock: systemClock })
  endIfStalled()
}
