// V8's heap, for a server: little memory, and no long stop. Node's settings for it are given before a program starts;
// these are V8's own, which take effect from where they are set.
//
// What a request needs is gone when it is answered, so a small young generation does as well as V8's large one. What
// lives long are keys and pages, which come and go one by one: the garbage among them can be collected long before it
// is as much as they are. A V8 that does not know one of these says so on stderr, and goes on without it.

import { setFlagsFromString } from 'node:v8'

/** How much the old generation grows, in percent of what was alive, before it is collected; V8: up to 300. */
const GROWTH_PERCENT = 50

/** To be called before the program has done much. */
export function tuneHeap(): void {
  // The young generation stays as it is at the start of a program, a few MB; V8 would let it grow to 32.
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
  // Threads that mark along take the processor away from the requests where they have to share one, for 20 ms and
  // more. By itself V8 marks the few MB of a gateway in steps that nobody notices, each a fraction of a millisecond.
  setFlagsFromString('--no-concurrent-marking')
  // Of so small a young generation hardly anything is alive: to wake the threads that would help to collect it, and
  // to wait for them, takes longer than to collect it alone.
  setFlagsFromString('--no-parallel-scavenge')
}
