// Parts that are folded away: links unfold them, paper shows all of them, and a search shows those that have its words.

import { fold } from '../../lib/text/plain-letters.ts'
import { byId } from './dom.ts'
import { partOf } from './place.ts'

/** A link to a place within a folded part unfolds it, also in browsers that don't do so by themselves. */
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

/** For browsers whose style sheets cannot unfold: in the others the print style does it. */
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

/** Shows only the parts of the reference that have all words, unfolded if they are few. */
export function startSearch(): void {
  const input = byId('search', HTMLInputElement)
  const found = byId('found', HTMLSpanElement)
  const parts = Array.from(document.querySelectorAll<HTMLDetailsElement>('#reference details'))
  const texts = parts.map((part) => fold(part.textContent))
  const links = Array.from(document.querySelectorAll<HTMLAnchorElement>('.side li a'))
  input.closest('p')?.removeAttribute('hidden')
  input.addEventListener('input', () => {
    const words = fold(input.value).split(/\s/).filter(Boolean)
    const matches = parts.filter((_, index) => words.every((word) => texts[index]?.includes(word)))
    for (const part of parts) {
      part.hidden = !matches.includes(part)
      part.open = words.length > 0 && matches.length <= FEW
    }
    for (const link of links) {
      if (link.parentElement) link.parentElement.hidden = !matches.some((part) => part === partOf(link))
    }
    found.textContent = words.length === 0 ? '' : countedParts(matches.length)
  })
}

const FEW = 3

function countedParts(count: number): string {
  return count === 0 ? 'Nothing has all of these words.' : `${count} ${count === 1 ? 'part' : 'parts'} below`
}
