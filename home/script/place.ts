// Marks the links to what the reader is looking at, in the head of the page and in the list of the reference: sections
// by where the reader has scrolled to, their parts if a link led there.

/** A section is read while it crosses this line, a little below the head of the page. */
const READING_LINE = '-15% 0px -85%'

export function markPlaces(): void {
  const links = new Map<Element, HTMLAnchorElement>()
  for (const link of document.querySelectorAll<HTMLAnchorElement>('nav a')) {
    const part = partOf(link)
    if (part) links.set(part, link)
  }
  const sections = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) mark(links.get(target), isIntersecting)
    },
    { rootMargin: READING_LINE },
  )
  const parts = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) if (!isIntersecting) mark(links.get(target), false)
  })
  for (const part of links.keys()) (isPart(part) ? parts : sections).observe(part)
  const markTarget = () => {
    for (const [part, link] of links) if (isPart(part)) mark(link, link.hash === location.hash)
  }
  addEventListener('hashchange', markTarget)
  markTarget()
}

/** The section, or the part that is folded away, to which a link of this page leads. */
export function partOf(link: HTMLAnchorElement): Element | undefined {
  const target = document.getElementById(link.hash.slice(1))
  return target?.closest('details') ?? target ?? undefined
}

function isPart(part: Element): boolean {
  return part instanceof HTMLDetailsElement
}

function mark(link: HTMLAnchorElement | undefined, isCurrent: boolean): void {
  if (isCurrent) link?.setAttribute('aria-current', 'location')
  else link?.removeAttribute('aria-current')
}
