// The likely cause of many faults, reported once and with a remedy, in addition to the faults of single records.

import type { SlugAndName } from '../../contract/offers/offer.ts'
import type { SourceOffer } from '../../contract/offers/source.ts'
import { NO_UTF_8 } from '../../lib/json/json-text.ts'
import { groupBy } from '../../lib/lists.ts'
import { formatCount } from '../../lib/text/format-numbers.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import type { Faults } from './faults.ts'

/** The common fault of rejected records. */
export function hintsOf({ listed, causes }: Faults): string[] {
  const hints: string[] = []
  const first = listed[0]
  const isArray =
    first?.line === 1 && first.pointer === '' && /^(?:\[|"\[|the end at column 2$)/.test(first.found)
  if (isArray) {
    hints.push(
      `offers.ndjson is most likely one JSON array; it must have one record a line: jq -c '.[]' offers.json > offers.ndjson`,
    )
  }
  const foreign = causes.filter(({ expected }) => expected === NO_UTF_8.expected)
  const lines = foreign.reduce((sum, { count }) => sum + count, 0)
  if (lines > 0) {
    hints.push(
      `offers.ndjson: ${formatCount(lines)} lines are not UTF-8, most likely Windows-1252 (Latin-1): iconv -f WINDOWS-1252 -t UTF-8`,
    )
  }
  return hints
}

/** Issuers whose names differ only in accents, case or the like are most likely the same. */
export function nearNames(issuers: Iterable<SlugAndName>): string[] {
  const groups = groupBy(issuers, ({ name }) => fold(name))
  return [...groups.values()]
    .filter((alike) => alike.length > 1)
    .map((alike) => {
      const names = alike.map(({ slug, name }) => `${name} (${slug})`).join(', ')
      return `issuers.json: ${names} are most likely one issuer`
    })
}

/** Valid records that look odd: percentages below one, because spreadsheets export `20 %` as 0.2. */
export class OddShares {
  readonly #byIssuer = new Map<string, { count: number; line: number; value: number }>()

  look(line: number, { issuer, benefit }: SourceOffer): void {
    const { kind, value, currency } = benefit
    const isShare = (kind === 'percentage' || kind === 'cashback') && currency === null
    if (!isShare || value === null || value >= 1) return
    const seen = this.#byIssuer.get(issuer)
    if (seen) seen.count += 1
    else this.#byIssuer.set(issuer, { count: 1, line, value })
  }

  hints(): string[] {
    return Array.from(this.#byIssuer, ([issuer, { count, line, value }]) => {
      const likely = Number((value * 100).toFixed(6))
      return `${formatCount(count)} × ${issuer} /benefit/value: ${value} percent (line ${line}) is published as it is; more likely ${likely} %?`
    })
  }
}
