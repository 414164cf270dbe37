#!/usr/bin/env node
// The build as a program. Worker threads load the same file, see ../render/render-worker.ts; there it runs no command.

import { isMainThread } from 'node:worker_threads'
import { startProgram } from '../../lib/command-line/program.ts'
import { OFFERS_BUILD } from './offers-build.ts'

if (isMainThread) await startProgram(OFFERS_BUILD)
