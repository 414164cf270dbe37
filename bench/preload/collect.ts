// Loaded into a server before its own modules: on SIGUSR2 it collects garbage, as V8 does by itself in a server that is
// idle for a while.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  process.on('SIGUSR2', () => collect())
}
