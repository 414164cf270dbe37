// What is folded away: links unfold what they lead to, paper has everything, and a search shows what has its words.

import { fold } from '../../lib/text/plain-letters.ts'
import { byId } from './dom.ts'

/** A link to a place that is folded away unfolds it, also in browsers that don't do so by themselves. */
export function unfoldTargets(): void {
  const unfold = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (!target) return
    let folded = target.closest('details')
    while (folded) {
      folded.hidden = false
      folded.open = true
      folded = folded.parentElement?.closest('details') ?? null
    }
    target.scrollIntoView()
  }
  addEventListener('hashchange', unfold)
  if (location.hash.length > 1) unfold()
}

/** For browsers whose style can't unfold: the print style does it in the others. */
export function unfoldOnPaper(): void {
  let opened: HTMLDetailsElement[] = []
  addEventListener('beforeprint', () => {
    opened = Array.from(document.querySelectorAll<HTMLDetailsElement>('details:not([open])'))
    for (const each of opened) each.open = true
  })
  addEventListener('afterprint', () => {
    for (const each of opened) each.open = false
  })
}

/** Of the reference and the errors only those parts are shown that have all words, unfolded if there are few of them. */
export function startSearch(): void {
  const input = byId('search', HTMLInputElement)
  const found = byId('found', HTMLSpanElement)
  const parts = Array.from(
    document.querySelectorAll<HTMLDetailsElement>('#reference details, #errors details'),
  )
  const texts = parts.map((part) => fold(part.textContent))
  input.closest('p')?.removeAttribute('hidden')
  input.addEventListener('input', () => {
    const words = fold(input.value).split(/\s/).filter(Boolean)
    const matches = parts.filter((_, index) => words.every((word) => texts[index]?.includes(word)))
    for (const part of parts) {
      part.hidden = !matches.includes(part)
      part.open = words.length > 0 && matches.length <= FEW
    }
    found.textContent = words.length === 0 ? '' : countedParts(matches.length)
  })
}

const FEW = 3

function countedParts(count: number): string {
  return count === 0 ? 'Nothing has all of these words.' : `${count} ${count === 1 ? 'part' : 'parts'} below`
}
