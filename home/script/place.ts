// The links to what the reader is looking at are marked, in the head of the page and next to the reference.

/** The height at which people read, from above: a part is looked at while it crosses this line. */
const READING_LINE = '-25% 0px -75%'

export function markPlaces(): void {
  const links = new Map<Element, HTMLAnchorElement>()
  for (const link of document.querySelectorAll<HTMLAnchorElement>('nav a')) {
    const part = partOf(link)
    if (part) links.set(part, link)
  }
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) mark(links.get(target), isIntersecting)
    },
    { rootMargin: READING_LINE },
  )
  for (const part of links.keys()) observer.observe(part)
}

/** The section, or the part that is folded away, to which a link of this page leads. */
export function partOf(link: HTMLAnchorElement): Element | undefined {
  const target = document.getElementById(link.hash.slice(1))
  return target?.closest('details') ?? target ?? undefined
}

function mark(link: HTMLAnchorElement | undefined, isCurrent: boolean): void {
  if (!isCurrent) link?.removeAttribute('aria-current')
  if (!link || !isCurrent) return
  link.setAttribute('aria-current', 'location')
  const side = link.closest<HTMLElement>('.side')
  // Not by `scrollIntoView`: it would end a scroll of the page that is under way.
  if (side) side.scrollTop = link.offsetTop - side.clientHeight / 2
}
