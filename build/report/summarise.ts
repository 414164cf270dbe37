// The summary of a build for people.

import { OFFER_STATUSES } from '../../contract/offers/offer.ts'
import { alignTable } from '../../lib/text/align-table.ts'
import { formatBytes, formatCount } from '../../lib/text/format-numbers.ts'
import { describeBroken, type Verdict } from '../day/broken-issuer.ts'
import { CHANGE_COLUMNS, type ChangeCounts, type ChangeReport } from '../day/changes.ts'
import type { BuiltManifest } from '../day/release-draft.ts'
import { countListedOffers } from '../releases/list-releases.ts'
import type { Faults, TalliedCause } from '../source/faults.ts'
import { REF_CHANGES, type RefChange } from '../source/ref-changes.ts'
import { describeRenamedIssuer } from '../steps/judge/renamed-issuers.ts'
import { describeLostPackage } from '../steps/read/read-packages.ts'
import { adviceOn } from './advice.ts'
import type { BuildReport } from './build-report.ts'

/** The most causes of faults that are shown. */
const MAX_CAUSES = 20

/** The most refs that are shown. */
const MAX_REFS = 10

/** The broken issuers and the headline come last, so that a terminal still shows them. */
export function summarise(report: BuildReport, rejectsFile: string | null): string {
  const {
    verdict,
    manifest,
    changes,
    refs = [],
    renamed = [],
    lostPackages = [],
    missing = [],
    rejects,
  } = report
  const facts: [label: string, text: string][] = [
    ...(verdict ? sourceFacts(verdict, report.kept_offers ?? 0) : []),
    ...(manifest ? releaseFacts(manifest) : []),
  ]
  if (rejects.count > 0 && rejectsFile !== null) facts.push(['rejects', rejectsFile])
  const blocks = facts.length > 0 ? [alignTable(facts)] : []
  if (changes) blocks.push(changesTable(changes))
  if (refs.length > 0) blocks.push(refLines(refs))
  if (rejects.count > 0) blocks.push(['rejected:', ...describeFaults(rejects).map((line) => `  ${line}`)])
  const broken = verdict?.broken_issuers ?? []
  blocks.push([
    ...adviceOn(missing),
    ...lostPackages.map(describeLostPackage),
    ...renamed.map(describeRenamedIssuer),
    ...broken.map(describeBroken),
    headlineOf(report),
  ])
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function headlineOf({ outcome, release, data_as_of, failure }: BuildReport): string {
  switch (outcome) {
    case 'published':
      return `Published ${release}, data of ${data_as_of}`
    case 'unchanged':
      return `Nothing to do: ${release} already has this data`
    case 'repaired':
      return `Repaired ${release}: objects were missing or damaged, and are written again`
    case 'would publish':
      return `Valid: run would publish this, data of ${data_as_of}`
    case 'would refuse':
      return `Invalid (${failure?.code ?? 'system'}): run would refuse this`
    case 'refused':
      return `Refused (${failure?.code ?? 'system'}): nothing is published, the current release stays`
  }
}

function sourceFacts({ records, rejected }: Verdict, kept: number): [string, string][] {
  const facts: [string, string][] = [
    ['records', `${formatCount(records)} read, ${formatCount(rejected)} rejected`],
  ]
  if (kept > 0) facts.push(['kept', `${formatCount(kept)} offers as last known`])
  return facts
}

function releaseFacts(manifest: BuiltManifest): [string, string][] {
  const { counts, stored_bytes } = manifest
  const statuses = OFFER_STATUSES.map((status) => `${formatCount(counts.offers[status] ?? 0)} ${status}`)
  const objects = `${formatCount(counts.objects)} for ${formatCount(counts.routes)} routes`
  return [
    ['offers', `${formatCount(countListedOffers(manifest))} listed (${statuses.join(', ')})`],
    ['objects', `${objects}, ${formatBytes(stored_bytes)}`],
  ]
}

/** A row for each issuer with changes, and a last one for all. */
function changesTable({ by_issuer, ...all }: ChangeReport): string[] {
  const row = (name: string, counts: ChangeCounts) => [
    name,
    ...CHANGE_COLUMNS.map((each) => formatCount(counts[each])),
  ]
  const rows = Object.entries(by_issuer).map(([slug, counts]) => row(slug, counts))
  return alignTable(
    [['issuer', ...CHANGE_COLUMNS], ...rows, row('all', all)],
    `l${'r'.repeat(CHANGE_COLUMNS.length)}`,
  )
}

/** A line with the counts, and the first of the refs. The report as JSON lists all. */
function refLines(refs: readonly RefChange[]): string[] {
  const counts = REF_CHANGES.flatMap((each) => {
    const count = refs.filter(({ how }) => how === each).length
    return count > 0 ? [`${formatCount(count)} ${each}`] : []
  })
  const [subject, verb] = refs.length === 1 ? ['ref', 'names'] : ['refs', 'name']
  const shown = refs.slice(0, MAX_REFS).map(({ issuer, how, change, id }) => {
    return `  ${issuer} ${change} (${how}: ${id})`
  })
  const more = refs.length > MAX_REFS ? [`  … and ${formatCount(refs.length - MAX_REFS)} more`] : []
  return [
    `${formatCount(refs.length)} ${subject} ${verb} another offer than yesterday: ${counts.join(', ')}`,
    ...shown,
    ...more,
  ]
}

/** The most frequent causes, and the number of faults with others. */
function describeFaults({ count, causes }: Faults): string[] {
  const shown = causes.slice(0, MAX_CAUSES)
  const others = count - shown.reduce((sum, cause) => sum + cause.count, 0)
  return [...shown.map(describeCause), ...(others > 0 ? [`… and ${formatCount(others)} more faults`] : [])]
}

/** E.g. `62 × banco-ripley /valid_until: not a day of the calendar, e.g. "Todos los martes" (line 7)`. */
function describeCause({ count, issuer, pointer, expected, examples: [example] }: TalliedCause): string {
  const where = [issuer, pointer || 'the record'].filter(Boolean).join(' ')
  const shown = example ? `, e.g. ${example.found} (line ${example.line})` : ''
  return `${formatCount(count)} × ${where}: ${problem(expected)}${shown}`
}

/**
 * The fault, from the text of what was expected, as lib/json/validator.ts and the rules of build/source/ write it. A text
 * that begins with a kind of value follows `not`, any other one `expected`: `a day of the calendar as YYYY-MM-DD, …` →
 * `not a day of the calendar`, `no item twice` → `expected no item twice`.
 */
function problem(expected: string): string {
  if (expected.startsWith('a value (missing')) return 'missing'
  if (expected.startsWith('no such member')) return expected
  const short = expected.replace(/ as YYYY-MM-DD.*/, '')
  return /^(?:an?|one of|text|JSON|true|null)\b/.test(short) ? `not ${short}` : `expected ${short}`
}
