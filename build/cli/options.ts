// Options shared by several commands of the build.

import { readSigner, readTrust } from '../../contract/release/signature.ts'
import type { OptionsFor, RepeatableOption, ValueOption } from '../../lib/command-line/command.ts'
import { expected, integer } from '../../lib/command-line/parsers.ts'
import { isSlug } from '../../lib/text/patterns.ts'
import {
  type Allowance,
  BROKEN_DECISIONS,
  type BrokenDecision,
  type BrokenDecisions,
  type BrokenPolicy,
} from '../day/broken-issuer.ts'
import { MOMENT_FORMS, saysMoment } from '../steps/read/date-release.ts'

export const SOURCE = {
  name: 'source',
  value: 'DIR',
  required: true,
  about: 'The source folder.',
} as const satisfies ValueOption

export const OUT = {
  name: 'out',
  value: 'DIR',
  required: true,
  about: 'The output folder, which gateways read.',
} as const satisfies ValueOption

export const AS_OF = {
  name: 'as-of',
  value: 'TIME|now',
  about:
    'The time of the data, e.g. 2026-08-22T10:00:00Z, or a day. The default is `data_as_of` of catalogue.json.',
  parse: parseMoment,
} as const satisfies ValueOption

export const SIGN = {
  name: 'sign',
  value: 'FILE',
  about:
    'Sign the release with the secret key in this file, made by `keygen` or `minisign -G -W`. The signature is release.json.minisig.',
  parse: readSigner,
} as const satisfies ValueOption

export const TRUST = {
  name: 'trust',
  value: 'KEY|FILE',
  repeatable: true,
  about:
    'A public key, or its file, that must have signed the release. If given several times, a signature by one of them is enough.',
  parse: readTrust,
} as const satisfies RepeatableOption

/** A year. */
const MAX_KEEP_DAYS = 366

/** The options that decide when an issuer is broken and what happens to its offers. */
export const BROKEN_OPTIONS = {
  maxRejected: {
    name: 'max-rejected',
    value: 'N|P%',
    default: '5%',
    about:
      'An issuer with more rejected records than this number or percentage is broken. By percentage, one rejected record alone never makes an issuer broken.',
    parse: parseAllowance,
  },
  onBroken: {
    name: 'on-broken',
    value: 'DECISION[:ISSUER]',
    default: 'keep',
    repeatable: true,
    about:
      'What to do with the missing offers of a broken issuer: keep (publish them as last known), accept (withdraw them) or refuse (publish nothing). Repeat it as DECISION:ISSUER for one issuer.',
    parse: parseDecisions,
  },
  keepDays: {
    name: 'keep-days',
    value: 'N',
    default: '7',
    about:
      'The number of days in a row that an offer is kept as last known while its record is missing or rejected.',
    parse: integer(0, MAX_KEEP_DAYS),
  },
} as const satisfies OptionsFor<BrokenPolicy>

/** Only checks the text: the moment at which a day begins depends on the time zone of the catalogue. */
export function parseMoment(text: string): string {
  if (saysMoment(text)) return text
  throw expected(MOMENT_FORMS, text)
}

/** `12`, or `2.5%`. */
const ALLOWANCE = /^(\d{1,9})$|^(\d{1,3}(?:\.\d{1,3})?)%$/

export function parseAllowance(text: string): Allowance {
  const [, records, percent] = ALLOWANCE.exec(text) ?? []
  if (records !== undefined) return { records: Number(records) }
  if (percent !== undefined && Number(percent) <= 100) return { percent: Number(percent) }
  throw expected('a number or a percentage like 5%', text)
}

/**
 * `keep` is for all issuers, `keep:banco-x` for one. If there are several for the same, the last one applies. If none is
 * for all, it is `keep`.
 */
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
