// The part of the report that lists new, changed and gone offers since the last import.

import { formatCount } from '../../../lib/text/format-numbers.ts'
import { html, type Markup } from '../../../lib/text/markup.ts'
import type { ChangedOffer, ListedOffer, OfferChanges } from '../changes-since.ts'
import { MEMBER_WORDS } from './advice.ts'

export function changesSection({ added, changed, gone }: OfferChanges): Markup {
  if (added.count + changed.count + gone.count === 0) {
    return section(html`<p class="note">No offer is new, changed or gone.</p>`)
  }
  return section(
    html`${group('New', added, listItem)}${group('Changed', changed, changedItem)}${group('Gone', gone, listItem)}`,
  )
}

function section(content: Markup): Markup {
  return html`<section aria-labelledby="changes"><h2 id="changes">Since the last import</h2>${content}</section>`
}

/** Lists up to this length are open at first. */
const FEW = 10

function group<T>(
  title: string,
  { count, listed }: { count: number; listed: readonly T[] },
  item: (offer: T) => Markup,
): Markup {
  if (count === 0) return html``
  const more = count - listed.length
  return html`<details class="card"${count <= FEW ? html` open` : html``}>
<summary>${title} <b>${formatCount(count)}</b></summary>
<ul>${listed.map(item)}</ul>
${more > 0 ? html`<p class="more">and ${formatCount(more)} more</p>` : html``}
</details>`
}

function listItem(offer: ListedOffer): Markup {
  return html`<li>${nameOf(offer)}</li>`
}

function changedItem(offer: ChangedOffer): Markup {
  const members = offer.members.map(
    ({ name, before, after }) =>
      html`<div class="change"><dt>${MEMBER_WORDS[name] ?? name}</dt><dd><del>${before}</del> <span aria-hidden="true">→</span> <ins>${after}</ins></dd></div>`,
  )
  return html`<li>${nameOf(offer)}<dl>${members}</dl></li>`
}

function nameOf({ title, issuer, ref }: ListedOffer): Markup {
  return html`<span class="title">${title}</span> <small>${issuer} · ${ref}</small>`
}
