// The import report as one HTML page, for the person who fills in the table. It needs no script and no other file.

import type { OperatorError } from '../../../lib/errors.ts'
import { formatCount, formatCountOf } from '../../../lib/text/format-numbers.ts'
import { html, type Markup, raw } from '../../../lib/text/markup.ts'
import { printable } from '../../../lib/text/printable.ts'
import packageFacts from '../../../package.json' with { type: 'json' }
import type { ReadyMapping } from '../../mapping/load-mapping.ts'
import type { OfferChanges } from '../changes-since.ts'
import type { ImportCause, ImportReport, TalliedCause } from '../import-report.ts'
import type { UnusedColumn } from '../unused-columns.ts'
import { adviceFor, MEMBER_WORDS } from './advice.ts'
import { changesSection } from './changes-section.ts'
import { STYLE } from './page-style.ts'

export interface PageFacts {
  report: ImportReport
  /** The causes, with the places of their cells. */
  cells: readonly TalliedCause[]
  failure: OperatorError | undefined
  /** Undefined if the import failed before it had a mapping. */
  mapping?: ReadyMapping | undefined
  /** Undefined if nothing was imported, or offers cannot be compared. */
  changes?: OfferChanges | undefined
  unused?: readonly UnusedColumn[]
  /** File names for people. */
  files: readonly string[]
  /** Milliseconds since the epoch. */
  now: number
}

export function reportPage(facts: PageFacts): string {
  const { report, failure, files, now } = facts
  const when = `${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const title = files.join(', ')
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Import of ${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<header>
<p class="eyebrow">Import report · ${when}</p>
<h1>${title}</h1>
${verdict(facts)}
</header>
<main>
${failure ? refusal(failure) : html`${tiles(report)}`}
${causesSection(facts, 'rejected')}
${causesSection(facts, 'null')}
${facts.changes ? changesSection(facts.changes) : html``}
${unusedSection(facts)}
</main>
<footer><p>Offers Catalogue ${packageFacts.version}. ${report.files.join('. ')}</p></footer>
</body>
</html>
`
  return printable(page.text)
}

function verdict({ report, failure, cells }: PageFacts): Markup {
  if (failure) {
    return html`<p class="verdict bad">Nothing was imported. The published offers stay unchanged.</p>`
  }
  const { offers, rejected } = report
  if (cells.length === 0)
    return html`<p class="verdict good">${formatCountOf(offers, 'offer')} imported, all cells understood. Nothing to do.</p>`
  const left = rejected === 0 ? '' : `, ${formatCountOf(rejected, 'row')} left out`
  return html`<p class="verdict">${formatCountOf(offers, 'offer')} imported${left}. Please check the cells below.</p>`
}

function refusal({ message }: OperatorError): Markup {
  const lines = message.split('\n').map((line) => html`<p>${line.trim()}</p>`)
  return html`<section class="refusal" aria-labelledby="why"><h2 id="why">Why</h2>${lines}</section>`
}

function tiles({ rows, offers, rejected, causes, more }: ImportReport): Markup {
  const unread = causes
    .filter(({ effect }) => effect === 'null')
    .reduce((sum, { count }) => sum + count, more)
  const tile = (count: number, [one, more]: [one: string, more: string], tone = '') =>
    html`<div class="tile ${tone}"><dd>${formatCount(count)}</dd><dt>${count === 1 ? one : more}</dt></div>`
  return html`<dl class="tiles">
${tile(rows, ['row read', 'rows read'])}
${tile(offers, ['offer', 'offers'])}
${tile(rejected, ['row left out', 'rows left out'], rejected > 0 ? 'bad' : '')}
${tile(unread, ['cell not understood', 'cells not understood'], unread > 0 ? 'warn' : '')}
</dl>`
}

const TITLES: Readonly<Record<ImportCause['effect'], { title: string; note: string }>> = {
  rejected: {
    title: 'Rows left out',
    note: 'These rows are not published. An offer that was published before stays unchanged for some days.',
  },
  null: {
    title: 'Cells not understood',
    note: 'These offers are published without the values of these cells. Nothing is guessed.',
  },
}

/** SECURITY: bounds the page, so that a phone can open it. */
const MAX_CELLS = 2000

function causesSection(facts: PageFacts, effect: ImportCause['effect']): Markup {
  const columns = byColumn(facts.cells.filter((cause) => cause.effect === effect))
  if (columns.length === 0) return html``
  const { title, note } = TITLES[effect]
  const isPublished = facts.failure === undefined || effect === 'rejected'
  const cards = columns.map((causes) => columnCard(causes, facts))
  return html`<section aria-labelledby="${effect}"><h2 id="${effect}">${title}</h2><p class="note">${isPublished ? note : 'These cells were not understood.'}</p>${cards}</section>`
}

/** Groups causes by column and member, with at most MAX_CELLS cells in all. */
function byColumn(causes: readonly TalliedCause[]): TalliedCause[][] {
  let left = MAX_CELLS
  const columns = new Map<string, TalliedCause[]>()
  for (const cause of causes) {
    const examples = cause.examples.slice(0, Math.max(0, left))
    left -= examples.length
    const key = `${cause.column}\n${cause.member}`
    columns.set(key, [...(columns.get(key) ?? []), { ...cause, examples }])
  }
  return [...columns.values()]
}

function columnCard(causes: readonly TalliedCause[], { report, mapping, files }: PageFacts): Markup {
  const [first, ...others] = causes
  if (!first) return html``
  const { column, member, expected } = first
  const count = causes.reduce((sum, cause) => sum + cause.count, 0)
  const shown = causes.reduce((sum, { examples }) => sum + examples.length, 0)
  const advice = adviceFor(member, mapping)
  const isOneCause = others.length === 0
  return html`<article class="card">
<h3>${column} <small>${formatCountOf(count, 'cell')}, read as the ${MEMBER_WORDS[member] ?? member}</small></h3>
<p class="advice">${advice ?? `Expected: ${expected}.`}</p>
${isOneCause && advice !== undefined ? html`<p class="expected">Expected: ${expected}.</p>` : html``}
<table><thead><tr><th scope="col">${capital(report.unit)}</th><th scope="col">Content</th></tr></thead><tbody>
${causes.flatMap((cause) => cellRows(cause, { isPlaced: files.length > 1, isExplained: !isOneCause }))}
</tbody></table>
${count > shown ? html`<p class="more">and ${formatCount(count - shown)} more</p>` : html``}
</article>`
}

/** Places listed for one text. */
const MAX_PLACES = 20

/** A row for each text, with its places. If `isPlaced`, places include the file. */
function cellRows(
  { examples, expected }: TalliedCause,
  { isPlaced, isExplained }: { isPlaced: boolean; isExplained: boolean },
): Markup[] {
  const texts = new Map<string, string[]>()
  for (const { found, file, at } of examples) {
    const place = isPlaced ? `${file} ${formatCount(at)}` : formatCount(at)
    texts.set(found, [...(texts.get(found) ?? []), place])
  }
  return Array.from(texts, ([found, places]) => {
    const more = places.length - MAX_PLACES
    const named = `${places.slice(0, MAX_PLACES).join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`
    const why = isExplained ? html`<small>Expected: ${expected}.</small>` : html``
    return html`<tr><td class="places">${named}</td><td>${found === 'nothing' ? html`<i>nothing</i>` : found} ${why}</td></tr>`
  })
}

function unusedSection({ unused = [] }: PageFacts): Markup {
  if (unused.length === 0) return html``
  const rows = unused.map(
    ({ column, sample }) =>
      html`<tr><th scope="row">${column}</th><td>${sample === '' ? html`<i>empty</i>` : html`${sample}`}</td></tr>`,
  )
  return html`<section aria-labelledby="unused"><h2 id="unused">Columns not used</h2>
<p class="note">These columns are not published.</p>
<article class="card"><table><thead><tr><th scope="col">Column</th><th scope="col">Example</th></tr></thead><tbody>${rows}</tbody></table></article></section>`
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
