// Keeps `process.nextTick` fast. For each tick Node makes a small object, some ten of them for a request, and V8 learns
// the shape that they have. If it collects garbage while there is none of them, as it does in an idle server, it forgets
// that shape, and from then on, until the process ends, each of them is put together member by member by its runtime.
// As long as one of them is kept, so is the shape.

import { createHook } from 'node:async_hooks'

const TYPE = 'TickObject'

/** Objects that Node made for ticks. They are never read. */
const kept: object[] = []

/** To be called at the start, before V8 collects garbage. Gives what is kept: nothing if this Node makes other objects. */
export function keepTickObjects(): readonly object[] {
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === TYPE) kept.push(resource)
    },
  })
  hook.enable()
  process.nextTick(() => {})
  // Within one turn, so that nothing else is ever watched.
  hook.disable()
  return kept
}
