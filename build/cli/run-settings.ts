// The settings of a build, read from the command line.

import { readSigner, readTrust } from '../../contract/release/trusted-keys.ts'
import { type ParsedOptions, parseInteger } from '../../lib/command-line/cli-options.ts'
import { OperatorError } from '../../lib/errors.ts'
import { isSlug } from '../../lib/text/patterns.ts'
import type { Clock } from '../../lib/time/clock.ts'
import {
  type Allowance,
  BROKEN_DECISIONS,
  type BrokenDecision,
  type BrokenDecisions,
  type BrokenPolicy,
} from '../day/broken-policy.ts'
import type { BuildSettings } from '../pipeline.ts'
import { OutputFolder } from '../releases/output-folder.ts'
import { MOMENT_FORMS, saysMoment } from '../steps/read/choose-moment.ts'

const MAX_THREADS = 256
const MAX_KEEP_DAYS = 366

/** @throws {OperatorError} `usage` naming the option */
export function readRunSettings(given: ParsedOptions, clock: Clock): BuildSettings {
  const asOf = given.text('as-of')
  const out = given.required('out')
  const threads = given.text('threads')
  return {
    source: given.required('source'),
    output: new OutputFolder(out),
    asOf: asOf === undefined ? undefined : parseMoment(asOf),
    continued: { out, previous: given.text('previous'), trust: readTrust(given.texts('trust'), clock) },
    policy: readBrokenPolicy(given),
    sign: readSigner(given.text('sign')),
    threads: threads === undefined ? undefined : parseInteger('threads', threads, 0, MAX_THREADS),
  }
}

/** What `run` and `check` share. */
export function readBrokenPolicy(given: ParsedOptions): BrokenPolicy {
  return {
    maxRejected: parseAllowance(given.required('max-rejected')),
    onBroken: parseDecisions(given.texts('on-broken')),
    keepDays: parseInteger('keep-days', given.required('keep-days'), 0, MAX_KEEP_DAYS),
  }
}

/** What a day means depends on the time zone of the catalogue, so the text stays as it is. */
export function parseMoment(text: string): string {
  if (saysMoment(text)) return text
  throw new OperatorError('usage', `--as-of: expected ${MOMENT_FORMS}, found ${text}`)
}

const ALLOWANCE = /^(\d{1,9})$|^(\d{1,3}(?:\.\d{1,3})?)%$/

export function parseAllowance(text: string): Allowance {
  const [, records, percent] = ALLOWANCE.exec(text) ?? []
  if (records !== undefined) return { records: Number(records) }
  if (percent !== undefined && Number(percent) <= 100) return { percent: Number(percent) }
  throw new OperatorError('usage', `--max-rejected: expected a number or a percentage like 5%, found ${text}`)
}

/** `keep` is for all issuers, `keep:banco-x` for one; of two for the same, the last one holds. */
export function parseDecisions(texts: readonly string[]): BrokenDecisions {
  const byIssuer = new Map<string, BrokenDecision>()
  let otherwise: BrokenDecision = 'keep'
  for (const text of texts) {
    const [word = '', issuer, ...more] = text.split(':')
    const decision = BROKEN_DECISIONS.find((each) => each === word)
    if (!decision || more.length > 0 || (issuer !== undefined && !isSlug(issuer))) {
      const words = BROKEN_DECISIONS.join(', ')
      throw new OperatorError(
        'usage',
        `--on-broken: expected ${words}, or one of them with :ISSUER, found ${text}`,
      )
    }
    if (issuer === undefined) otherwise = decision
    else byIssuer.set(issuer, decision)
  }
  return { otherwise, byIssuer }
}
