// Words and numbers of the page. No `Intl`: its tables differ between versions of Node, and a release must be the same
// bytes on all of them.

import { html, type Markup, withCode } from '../../lib/text/markup.ts'

/** `12,068`. */
export function countText(count: number): string {
  const digits = String(count)
  const first = digits.length % 3
  const groups = first > 0 ? [digits.slice(0, first)] : []
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3))
  return groups.join(',')
}

/** `1 offer`, `2 offers`. */
export function plural(count: number, thing: string, things = `${thing}s`): string {
  return `${countText(count)} ${count === 1 ? thing : things}`
}

/** `a`, `a and b`, `a, b and c`. */
export function enumerated(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${last}` : last
}

/** The meaning of the word, for people from elsewhere. @param isPlural `municipalities in Chile` */
export function comunaMeaning(country: string, isPlural = false): string {
  const word = isPlural ? 'municipalities' : 'a municipality'
  return country === 'CL' ? `${word} in Chile` : word
}

/** `2026-09-01 10:00 UTC`, of an instant. */
export function momentText(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`
}

export function moment(instant: string): Markup {
  return html`<time datetime="${instant}">${momentText(instant)}</time>`
}

/** A text of the contract: paragraphs, `code`, and **what weighs most**. */
export function paragraphs(text: string): Markup[] {
  return text.split('\n\n').map((each) => html`<p>${inline(each)}</p>\n`)
}

/** The same within a paragraph. Links of Markdown keep their words alone. */
export function inline(text: string): Markup[] {
  return text
    .replaceAll(/\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .split('**')
    .map((part, index) =>
      index % 2 === 1 ? html`<strong>${withCode(part)}</strong>` : html`${withCode(part)}`,
    )
}
