/** A link to a place that is folded away unfolds it; browsers that do so themselves lose nothing. */
export function unfoldTargets(): void {
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
