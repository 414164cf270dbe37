// Numbers as bars: a table for screen readers, with a drawing in each row for everyone else.

import { formatCount } from '../../lib/text/format-numbers.ts'
import { html, type Markup } from '../../lib/text/markup.ts'

interface Bar {
  name: string
  count: number
}

/** Further rows are folded away. */
const SHOWN = 6

/** @param caption what the numbers are of @param bars in the order in which they are shown */
export function renderBars(caption: string, bars: readonly Bar[]): Markup {
  const longest = Math.max(1, ...bars.map(({ count }) => count))
  const shown = bars.length > SHOWN + 2 ? bars.slice(0, SHOWN) : bars
  const rest = bars.slice(shown.length)
  return html`<div class="bars">
${renderTable(html`<caption>${caption}</caption>`, shown, longest)}
${rest.length > 0 ? html`<details><summary>${rest.length} more</summary>${renderTable(html`<caption class="unseen">${caption}, the others</caption>`, rest, longest)}</details>` : []}
</div>
`
}

function renderTable(caption: Markup, bars: readonly Bar[], longest: number): Markup {
  return html`<table>${caption}<tbody>
${bars.map((bar) => renderRow(bar, longest))}</tbody></table>`
}

function renderRow({ name, count }: Bar, longest: number): Markup {
  // A share of a hundred with one decimal; what is there is seen.
  const width = count === 0 ? '0' : Math.max(1, (count / longest) * 100).toFixed(1)
  return html`<tr><th scope="row">${name}</th><td><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect width="${width}" height="8"/></svg><span>${formatCount(count)}</span></td></tr>
`
}

/** The highest number first, then by name. */
export function mostFirst<T extends { name: string; offers_count: number }>(things: readonly T[]): Bar[] {
  return things
    .map(({ name, offers_count }) => ({ name, count: offers_count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}
