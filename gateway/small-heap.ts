// Keeps the memory of a serving gateway low. What a request needs is gone when it is answered, so a small young
// generation does as well as V8's large one; and what lives long are pages, which come and go one by one, so the
// garbage among them may be collected long before it is as much as they are.

import { setFlagsFromString } from 'node:v8'

/** The size of each half of the young generation, in MB; V8 would let it grow to 16. */
const SEMI_SPACE_MB = 4

/** How much the old generation grows, in percent of what was alive, before it is collected; V8: up to 300. */
const GROWTH_PERCENT = 50

/** To be called before the program has done much. */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString(`--max-semi-space-size=${SEMI_SPACE_MB}`)
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
}
