// The script of home: what depends on the reader. How old the day is for them, the call that they put together, and
// its answer.

import { showAge } from './age.ts'
import { connectCopyButtons } from './copy.ts'
import { startTrial } from './trial.ts'

showAge(Date.now)
unfoldTargets()
connectCopyButtons()
startTrial()

/** A link to a place that is folded away unfolds it, also in browsers that don't do so by themselves. */
function unfoldTargets(): void {
  const unfold = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (!target) return
    for (
      let folded = target.closest('details');
      folded;
      folded = folded.parentElement?.closest('details') ?? null
    ) {
      folded.open = true
    }
    target.scrollIntoView()
  }
  addEventListener('hashchange', unfold)
  if (location.hash.length > 1) unfold()
}
