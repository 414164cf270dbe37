// Words and numbers of the page. No `Intl`: its tables differ between versions of Node, and a release must be the same
// bytes on all of them.

import { HOME_PATHS } from '../../../contract/api/home.ts'
import { CLIENT_PATH } from '../../../contract/api/own-address.ts'
import { PATHS } from '../../../contract/api/resources.ts'
import { formatCount, formatCountOf } from '../../../lib/text/format-numbers.ts'
import { html, type Markup, withCode } from '../../../lib/text/markup.ts'
import type { LastDays } from './home-facts.ts'

/** `a`, `a and b`, `a, b and c`. */
export function enumerated(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${last}` : last
}

/** The meaning of the word `comuna`, for people from elsewhere: `a municipality in Chile`. */
export function comunaMeaning(country: string, { isPlural = false } = {}): string {
  const word = isPlural ? 'municipalities' : 'a municipality'
  return country === 'CL' ? `${word} in Chile` : word
}

/**
 * A number that falls as offers end, for `today.ts`.
 * @param noun in the singular, if it follows the number: `414 offers`
 */
export function fallingCount(count: number, lastDays: LastDays, noun?: string): Markup {
  const days = lastDays.map(([day, less]) => `${day} ${less}`).join(' ')
  const text = noun === undefined ? formatCount(count) : formatCountOf(count, noun)
  return html`<span data-count="${count}" data-last-days="${days}"${noun === undefined ? html`` : html` data-noun="${noun}"`}>${text}</span>`
}

/** `2026-09-01 10:00 UTC`. @param moment ISO 8601 UTC */
export function momentMarkup(moment: string): Markup {
  return html`<time datetime="${moment}">${moment.slice(0, 10)} ${moment.slice(11, 16)} UTC</time>`
}

/** Links to the files that programs read, relative to the pages, which are all at the root: paths without their slash. */
export function forPrograms(): Markup {
  return html`Programs can read these without a key: <a href="${PATHS.openapi.slice(1)}">the description of the API</a> (OpenAPI 3.1), <a href="${HOME_PATHS.llms.slice(1)}">llms.txt</a> for language models, and <a href="${CLIENT_PATH.slice(1)}" id="client-package">the client</a> as an npm package.`
}

/** A text of the contract, which may have several paragraphs, `code` and **strong words**. */
export function paragraphs(text: string): Markup[] {
  return text.split('\n\n').map((each) => html`<p>${inline(each)}</p>\n`)
}

/** The same within a paragraph. Of a link of Markdown, `[words](address)`, only the words are kept. */
export function inline(text: string): Markup[] {
  return text
    .replaceAll(/\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .split('**')
    .map((part, index) =>
      // Every second part is between two `**`.
      index % 2 === 1 ? html`<strong>${withCode(part)}</strong>` : html`${withCode(part)}`,
    )
}
