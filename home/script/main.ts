// The script of the page: what depends on the reader. How old the day is for them, the call that they put together, and
// its answer.

import { showAge } from './age.ts'
import { connectCopyButtons } from './copy.ts'
import { startTrial } from './trial.ts'
import { unfoldTargets } from './unfold.ts'

showAge(Date.now)
unfoldTargets()
connectCopyButtons()
startTrial()
