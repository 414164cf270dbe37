// Keeps `process.nextTick` fast. Node makes a small object for each tick, some ten for a request, and V8 learns their shape.
// If it collects garbage while none exists, as in an idle server, it forgets the shape, and from then on its runtime
// builds each object member by member. One kept object keeps the shape. For the gain see `README.md`.

import { createHook } from 'node:async_hooks'

const TYPE = 'TickObject'

/** Objects that Node made for ticks. They are never read. */
const kept: object[] = []

/** Call it at the start, before V8 collects garbage. @returns the kept objects; none if this Node makes other ones */
export function keepTickObjects(): readonly object[] {
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === TYPE) kept.push(resource)
    },
  })
  hook.enable()
  process.nextTick(() => {})
  // Within one turn, so that nothing else is watched.
  hook.disable()
  return kept
}
