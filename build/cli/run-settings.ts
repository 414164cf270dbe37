// How the settings of a build are read from the command line.

import { expected } from '../../lib/command-line/parsers.ts'
import { isSlug } from '../../lib/text/patterns.ts'
import {
  type Allowance,
  BROKEN_DECISIONS,
  type BrokenDecision,
  type BrokenDecisions,
} from '../day/broken-policy.ts'
import { MOMENT_FORMS, saysMoment } from '../steps/read/choose-moment.ts'

/** What a day means depends on the time zone of the catalogue, so the text stays as it is. */
export function parseMoment(text: string): string {
  if (saysMoment(text)) return text
  throw expected(MOMENT_FORMS, text)
}

const ALLOWANCE = /^(\d{1,9})$|^(\d{1,3}(?:\.\d{1,3})?)%$/

export function parseAllowance(text: string): Allowance {
  const [, records, percent] = ALLOWANCE.exec(text) ?? []
  if (records !== undefined) return { records: Number(records) }
  if (percent !== undefined && Number(percent) <= 100) return { percent: Number(percent) }
  throw expected('a number or a percentage like 5%', text)
}

/** `keep` is for all issuers, `keep:banco-x` for one; of two for the same, the last one holds. */
export function parseDecisions(texts: readonly string[]): BrokenDecisions {
  const byIssuer = new Map<string, BrokenDecision>()
  let otherwise: BrokenDecision = 'keep'
  for (const text of texts) {
    const [word = '', issuer, ...more] = text.split(':')
    const decision = BROKEN_DECISIONS.find((each) => each === word)
    if (!decision || more.length > 0 || (issuer !== undefined && !isSlug(issuer))) {
      throw expected(`${BROKEN_DECISIONS.join(', ')}, or one of them with :ISSUER`, text)
    }
    if (issuer === undefined) otherwise = decision
    else byIssuer.set(issuer, decision)
  }
  return { otherwise, byIssuer }
}
