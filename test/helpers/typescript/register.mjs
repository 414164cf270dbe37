// Lets Node import TypeScript: `node --import ./test/helpers/typescript/register.mjs x.test.ts`. The plugin that tap
// brings for it takes twice as long for a file of tests.

import { register } from 'node:module'
import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import processOnSpawn from 'process-on-spawn'
import { expectTestsOf } from './verdict.mjs'

const [, main = '', ...rest] = process.argv

// Called so, such a file only starts processes, see shared-process.mjs.
const isShared = /[\\/]\.tap[\\/]suites[\\/].*\.mjs$/.test(main)
if (!(isShared && rest.length === 0)) register('./hooks.mjs', import.meta.url)

// The runner of tap has every program that a test starts record which files it loads. That is not used here, and it
// takes half a second of each program.
processOnSpawn.removeAllListeners()

// Node imports the same module after this one, so it is evaluated once. Threads have the arguments of the process.
if (isMainThread && main.endsWith('.test.ts')) expectTestsOf(main, import(pathToFileURL(main).href))
