// Valid records that look odd: percentages below one, because spreadsheets export `20 %` as 0.2.

import type { SourceOffer } from '../../contract/offers/source.ts'
import { formatCount } from '../../lib/text/format-numbers.ts'

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
