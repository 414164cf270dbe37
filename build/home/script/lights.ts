// A member under the pointer or with the focus lights up in the JSON of an answer and in its cards.

/** Connects pointer and focus. The arrow keys move the focus from member to member within the JSON that has it. */
export function connectLights(): void {
  for (const type of ['pointerover', 'focusin'] as const)
    document.addEventListener(type, ({ target }) => target instanceof Element && light(target))
  document.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const json = event.target instanceof Element ? event.target.closest('pre') : null
    if (step === undefined || !json) return
    const members = Array.from(json.querySelectorAll<HTMLElement>('[data-members]'))
    // If the JSON itself has the focus, the index is -1, and down leads to its first member.
    const next = members[members.indexOf(event.target as HTMLElement) + step]
    if (!next) return
    event.preventDefault()
    // Lets the script focus the member. The Tab key still skips it.
    next.tabIndex = -1
    next.focus()
  })
}

/**
 * Lights up the member at an element, and everything else in the same answer that shows this member of this offer. From a
 * card, also scrolls the JSON to it. All other lights go out, also if the element shows no member.
 */
function light(target: Element): void {
  for (const lit of document.querySelectorAll('.lit')) lit.classList.remove('lit')
  const part = target.closest<HTMLElement>('[data-members]')
  const answer = part?.closest('[data-answer]')
  const offer = part?.closest<HTMLElement>('[data-offer]')?.dataset.offer
  if (!part || !answer) return
  const names = namesOf(part)
  for (const other of answer.querySelectorAll<HTMLElement>('[data-members]')) {
    const isSame = other.closest<HTMLElement>('[data-offer]')?.dataset.offer === offer
    if (!isSame || !namesOf(other).some((name) => names.includes(name))) continue
    other.classList.add('lit')
    if (!part.closest('pre')) scrollWithin(other.closest('pre'), other)
  }
}

const namesOf = ({ dataset }: HTMLElement) => dataset.members?.split(' ') ?? []

/** Scrolls a box to an element. `scrollIntoView` would also scroll the page away from the pointer. */
function scrollWithin(box: Element | null, { offsetTop }: HTMLElement): void {
  if (!box) return
  const isSeen = offsetTop > box.scrollTop && offsetTop < box.scrollTop + box.clientHeight
  if (!isSeen) box.scrollTop = offsetTop - box.clientHeight / 2
}
