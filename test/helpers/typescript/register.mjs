// Lets Node import TypeScript: `node --import ./test/helpers/typescript/register.mjs x.test.ts`. The plugin that tap
// brings for it takes twice as long for a file of tests.

import { register } from 'node:module'
import processOnSpawn from 'process-on-spawn'

register('./hooks.mjs', import.meta.url)

// The runner of tap has every program that a test starts record which files it loads. That is not used here, and it
// takes half a second of each program.
processOnSpawn.removeAllListeners()
