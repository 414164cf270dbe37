// Lets Node import TypeScript: `node --import ./test/helpers/typescript/register.mjs x.test.ts`. The plugin that tap
// brings for it takes twice as long for a file of tests.

import { register } from 'node:module'

register('./hooks.mjs', import.meta.url)
