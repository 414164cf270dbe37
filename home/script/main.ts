// The script of the page does what depends on the reader: the age of the data by their clock, the calls that they make,
// their search, and where on the page they are.

import { showAge } from './age.ts'
import { connectCopyButtons } from './copy.ts'
import { startSearch, unfoldOnPaper, unfoldTargets } from './fold.ts'
import { markPlaces } from './place.ts'
import { startTrial } from './trial.ts'

showAge(Date.now)
unfoldTargets()
unfoldOnPaper()
connectCopyButtons()
markPlaces()
startSearch()
startTrial()
