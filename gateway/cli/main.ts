#!/usr/bin/env node
// The gateway as a program.

import { startProgram } from '../../lib/command-line/program.ts'
import { OFFERS_GATEWAY } from './offers-gateway.ts'

await startProgram(OFFERS_GATEWAY)
