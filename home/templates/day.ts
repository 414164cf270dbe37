// The day: how old the data is, how much of it there is, what changed, what is missing, and where the offers are.

import { WEEKDAYS } from '../../contract/offers/offer.ts'
import { html, type Markup } from '../../lib/text/markup.ts'
import type { BrokenFacts, BrokenFault, HomeFacts } from '../home-facts.ts'
import { mostFirst, renderBars } from './bars.ts'
import { countText, moment, plural } from './words.ts'

export function renderDay(facts: HomeFacts): Markup {
  const { described, listed, issuers, categories, comunas } = facts
  const { edition, day, timeZone } = described
  return html`<section id="the-day" aria-labelledby="the-day-title">
<h2 id="the-day-title">The day</h2>
<p class="state" id="age" data-as-of="${edition.data_as_of}">The catalogue of <strong>${day}</strong>, as of ${moment(edition.data_as_of)}. A new one comes once a day.</p>
<ul class="figures">
<li><strong>${countText(listed.active + listed.scheduled)}</strong> offers${listed.scheduled > 0 ? html`, ${countText(listed.scheduled)} of them not begun yet` : []}</li>
<li><strong>${countText(issuers.filter(hasOffers).length)}</strong> issuers</li>
<li><strong>${countText(categories.filter(hasOffers).length)}</strong> categories</li>
<li><strong>${countText(comunas.filter(hasOffers).length)}</strong> comunas with offers</li>
</ul>
<p>${renderChanges(facts.changes)} Days begin and end in the time zone ${timeZone}.</p>
${facts.broken.length > 0 ? renderBroken(facts.broken) : []}
<div class="charts">
${renderBars('Offers by issuer', mostFirst(issuers))}${renderBars('Offers by category', mostFirst(categories))}${renderWeekdays(facts)}</div>
</section>
`
}

function hasOffers({ offers_count }: { offers_count: number }): boolean {
  return offers_count > 0
}

function renderChanges(changes: HomeFacts['changes']): Markup {
  if (changes === null) return html`This is the first release: there is none before it to compare it with.`
  const { since, newOrChanged, gone } = changes
  const release = html`Since the release before, of ${moment(since)},`
  if (newOrChanged + gone === 0) return html`${release} nothing changed.`
  return html`${release} <strong>${plural(newOrChanged, 'offer')}</strong> ${newOrChanged === 1 ? 'is' : 'are'} new or changed, and <strong>${countText(gone)}</strong> ended or ${gone === 1 ? 'was' : 'were'} withdrawn.`
}

function renderBroken(broken: readonly BrokenFacts[]): Markup {
  return html`<div class="note">
<h3>Not up to date</h3>
<ul>${broken.map(renderBrokenIssuer)}</ul>
</div>
`
}

function renderBrokenIssuer({ name, since, faults, kept }: BrokenFacts): Markup {
  const why = faults.map((fault, index) => html`${index > 0 ? '; ' : ': '}${faultText(fault)}`)
  const now =
    kept > 0
      ? html`${plural(kept, 'offer')} of it ${kept === 1 ? 'stands as it was' : 'stand as they were'} last known.`
      : html`Offers of it may be missing or wrong.`
  return html`<li><strong>${name}</strong>: what it sends has been broken since ${since}${why}. ${now}</li>
`
}

function faultText(fault: BrokenFault): Markup {
  if (fault === 'rejected') return html`records of it cannot be read`
  if (fault === 'gone') return html`offers of it are missing`
  switch (fault.reason) {
    case 'lost':
      return html`most of its offers lost their <code>${fault.member}</code>`
    case 'swapped_days':
      return html`day and month changed places in most days that changed`
    case 'scaled':
      return html`most amounts that changed are 10, 100 or 1,000 times as high, or as low`
  }
}

function renderWeekdays({ weekdays, onUnknownDays }: HomeFacts): Markup {
  const bars = WEEKDAYS.map((day) => ({
    name: day.charAt(0).toUpperCase() + day.slice(1),
    count: weekdays[day],
  }))
  const note = html`<p class="small">For ${plural(onUnknownDays, 'more offer')} the source does not say on which days they hold.</p>`
  return renderBars('Offers by weekday', bars, onUnknownDays > 0 ? note : [])
}
