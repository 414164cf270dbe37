// The script of the page: what depends on the reader. How old the day is for them, the call that they put together, its
// answer, and what they look for.

import { showAge } from './age.ts'
import { connectCopyButtons } from './copy.ts'
import { startSearch, unfoldOnPaper, unfoldTargets } from './fold.ts'
import { startTrial } from './trial.ts'

showAge(Date.now)
unfoldTargets()
unfoldOnPaper()
connectCopyButtons()
startSearch()
startTrial()
