// The day: how much data there is, what changed, what starts and ends in a week, and which issuers are not up to date.

import { WEEKDAYS, WITHDRAWN_DAYS } from '../../../contract/offers/offer.ts'
import { elementAt } from '../../../lib/lists.ts'
import { formatCount, formatCountOf } from '../../../lib/text/format-numbers.ts'
import { html, type Markup } from '../../../lib/text/markup.ts'
import type { BrokenFacts, BrokenFault, HomeFacts, TitledCount, WeekDay } from '../content/home-facts.ts'
import { comunaMeaning, fallingCount, momentMarkup } from '../content/phrases.ts'
import { WEEK_DAYS } from '../content/shown.ts'

export function renderDay(facts: HomeFacts): Markup {
  const { described, listed, issuers, categories, comunas, lastDays } = facts
  const { day, timeZone } = described
  // The script of the page lowers the numbers of `fallingCount` as offers end.
  return html`<section id="the-day" aria-labelledby="the-day-title">
<h2 id="the-day-title">The catalogue of <time>${day}</time></h2>
<ul class="figures">
<li><strong>${fallingCount(listed.active + listed.scheduled, lastDays.listed)}</strong> offers${listed.scheduled > 0 ? html`, ${fallingCount(listed.scheduled, lastDays.scheduled)} of them for later` : []}</li>
<li><strong>${fallingCount(issuers.filter(hasOffers).length, lastDays.issuers)}</strong> issuers</li>
<li><strong>${fallingCount(categories.filter(hasOffers).length, lastDays.categories)}</strong> categories</li>
<li><strong>${fallingCount(comunas.filter(hasOffers).length, lastDays.comunas)}</strong> comunas (${comunaMeaning(facts.country, { isPlural: true })}) with offers</li>
</ul>
<p>${renderChanges(facts.changes)} Days begin and end in the time zone ${timeZone}.</p>
<ol class="week">
${facts.week.map(renderWeekDay)}</ol>
${facts.broken.length > 0 ? renderBroken(facts.broken) : []}</section>
`
}

/** A day of the calendar. Those behind the first week are hidden until the script shows the week from today on. */
function renderWeekDay({ day, starts, ends }: WeekDay, index: number): Markup {
  // `getUTCDay` counts from Sunday, `WEEKDAYS` from Monday.
  const weekday = elementAt(WEEKDAYS, (new Date(day).getUTCDay() + 6) % 7)
  const name = `${weekday.charAt(0).toUpperCase()}${weekday.slice(1, 3)}`
  return html`<li data-day="${day}"${index < WEEK_DAYS ? [] : html` hidden`}><strong>${name}</strong> <time datetime="${day}">${day.slice(5)}</time>
${renderTitledCount('start', starts)}${renderTitledCount('end', ends)}</li>
`
}

function renderTitledCount(verb: 'start' | 'end', { count, title }: TitledCount): Markup {
  if (title === undefined) return html`<p class="none">Nothing ${verb}s</p>\n`
  const more = count > 1 ? html`, and ${formatCount(count - 1)} more` : []
  return html`<p><span class="${verb}s">${formatCount(count)} ${count === 1 ? `${verb}s` : verb}</span> <span dir="auto">${title}</span>${more}</p>\n`
}

function hasOffers({ offers_count }: { offers_count: number }): boolean {
  return offers_count > 0
}

function renderChanges(changes: HomeFacts['changes']): Markup {
  if (changes === null) return html`There is no release of the last ${WITHDRAWN_DAYS} days to compare with.`
  const { since, newOrChanged, gone } = changes
  const release = html`Since the previous release, of ${momentMarkup(since)},`
  if (newOrChanged + gone === 0) return html`${release} nothing changed.`
  return html`${release} <strong>${formatCountOf(newOrChanged, 'offer')}</strong> ${newOrChanged === 1 ? 'is' : 'are'} new or changed, and <strong>${formatCount(gone)}</strong> ended or ${gone === 1 ? 'was' : 'were'} withdrawn.`
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
      ? html`${formatCountOf(kept, 'offer')} ${kept === 1 ? 'is' : 'are'} shown as last known.`
      : html`Its offers may be missing or wrong.`
  return html`<li><strong>${name}</strong>: its data has been broken since ${since}${why}. ${now}</li>
`
}

function faultText(fault: BrokenFault): Markup {
  if (fault === 'rejected') return html`records cannot be read`
  if (fault === 'gone') return html`offers are missing`
  switch (fault.reason) {
    case 'lost':
      return html`most offers lost their <code>${fault.member}</code>`
    case 'swapped_days':
      return html`day and month are swapped in most dates that changed`
    case 'scaled':
      return html`most amounts that changed are 10, 100 or 1,000 times higher or lower`
    case 'moved_refs':
    case 'other_offers':
      return html`its offers have the references of other offers`
  }
}
