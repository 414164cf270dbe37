// To have V8 collect its garbage now, for what is to happen once something is no longer in memory.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Resolves when it is done, and whoever waited for it has been called. */
export async function collectGarbage(): Promise<void> {
  // What the running turn still holds on its stack would not be collected.
  await nextTurn()
  collect()
  await nextTurn()
}
