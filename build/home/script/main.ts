// The script of the pages does what depends on the reader: the address of the gateway in the code, buttons that copy it,
// members that light up, the age of the data and what has ended by their clock, and the calls that they make.

import { showAge } from './age.ts'
import { connectCopyButtons } from './copy.ts'
import { connectLights } from './lights.ts'
import { showAddress } from './place.ts'
import { showToday } from './today.ts'
import { startTrial } from './trial.ts'

showAddress()
connectCopyButtons()
connectLights()
// The reference has no form, and shows no age.
if (document.getElementById('call')) {
  showAge()
  showToday()
  startTrial()
}
