#!/usr/bin/env node
// The build as a program. In a worker thread the same file is loaded once more, see render/render-worker.ts:
// there, it has no command line.

import { isMainThread } from 'node:worker_threads'
import { startProgram } from '../lib/command-line/program.ts'
import { OFFERS_BUILD } from './cli/program.ts'

if (isMainThread) await startProgram(OFFERS_BUILD)
