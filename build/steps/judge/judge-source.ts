// Step: decides which issuers are broken today, and judges the whole source. If an issuer loses most of its offers
// at once, or most of its records are bad, the usual cause is a broken scraper.

import { isListed } from '../../../contract/offers/offer.ts'
import { hasRefReason } from '../../../contract/release/manifest.ts'
import { OperatorError } from '../../../lib/errors.ts'
import { compareText, groupBy } from '../../../lib/lists.ts'
import { suggestion } from '../../../lib/text/suggestion.ts'
import { daysBetween } from '../../../lib/time/calendar.ts'
import {
  type BrokenBefore,
  type BrokenIssuer,
  type BrokenPolicy,
  type BrokenReason,
  decisionFor,
  isDistrusted,
  isHeld,
  isKept,
  isTooMany,
  type Verdict,
} from '../../day/broken-issuer.ts'
import type { CatalogueOffer, Offers } from '../../day/catalogue-offer.ts'
import type { Intake } from '../read/read-offers.ts'

interface JudgeContext {
  /** The offers of the previous release. */
  known: Offers
  /** The issuers that were broken in the previous release. */
  brokenBefore: readonly BrokenBefore[]
  /** All issuers, by slug. */
  issuers: ReadonlyMap<string, unknown>
  /** Today, as a calendar day. */
  day: string
  policy: BrokenPolicy
}

/** With fewer listed offers, it is normal that an issuer loses them all: a handful often ends on one day. */
const MIN_OFFERS = 10

/** @throws {OperatorError} `usage` if the policy names an unknown issuer */
export function judgeSource(intake: Intake, context: JudgeContext): Verdict {
  const known = groupByIssuer(context.known)
  requireIssuers(context, known)
  const published = groupByIssuer(intake.offers)
  const before = new Map(context.brokenBefore.map((each) => [each.issuer, each]))
  const reasons = reasonsByIssuer(intake, context)
  const issuers = new Set([...known.keys(), ...intake.rejected.byIssuer.keys(), ...before.keys()])
  const judged = [...issuers].sort(compareText).map((issuer) => ({
    issuer,
    good: published.get(issuer)?.length ?? 0,
    rejected: intake.rejected.byIssuer.get(issuer) ?? 0,
    losses: countLosses(known.get(issuer) ?? [], intake.offers, context.day),
    reasons: reasons.get(issuer) ?? [],
    before: before.get(issuer),
  }))
  const listed = sum(judged, ({ losses }) => losses.listed)
  const broken = judged
    .filter((issuer) => isBroken(issuer, context))
    .map((issuer) => describe(issuer, context))
  const held = new Set(broken.filter(isHeld).map(({ issuer }) => issuer))
  return {
    records: intake.records,
    rejected: intake.rejected.records,
    listed,
    // If refs moved, a missing ref says nothing about its offer, which is kept anyway.
    gone: sum(judged, ({ issuer, losses }) => (held.has(issuer) ? 0 : losses.gone)),
    broken_issuers: broken,
    reasons: reasonsOfAll(intake, broken, listed),
  }
}

/**
 * The reasons of each issuer. A reason that it had in the previous release counts again even with few offers, unless the
 * operator accepted it then.
 */
function reasonsByIssuer(
  { nature, refs, offers }: Intake,
  { brokenBefore }: JudgeContext,
): Map<string, BrokenReason[]> {
  const kept = brokenBefore.filter(({ decision }) => decision === 'keep')
  const before = new Map(kept.map(({ issuer, reasons = [] }) => [issuer, reasons]))
  const ofRefs = refs.reasonsByIssuer(offers, before)
  // The members of such issuers are not compared: they may be those of other offers.
  const reasons = nature.reasonsByIssuer(before, ofRefs)
  for (const [issuer, reason] of ofRefs) reasons.set(issuer, [reason])
  return reasons
}

/**
 * The reasons why the source as a whole is not trusted: those of all offers together if most listed offers belong to
 * issuers that are not trusted; otherwise those of all issuers together that have no reasons of their own, so that one
 * large issuer does not break the source. Issuers whose refs are not trusted never break it, however many offers they have.
 */
function reasonsOfAll({ nature }: Intake, broken: readonly BrokenIssuer[], listed: number): BrokenReason[] {
  const ofRefs = broken.filter(hasRefReason)
  const distrusted = broken.filter((issuer) => isDistrusted(issuer) && !ofRefs.includes(issuer))
  if (sum(distrusted, (issuer) => issuer.listed) * 2 > listed) {
    return nature.reasonsTogether(new Set(ofRefs.map(({ issuer }) => issuer)))
  }
  return nature.reasonsTogether(new Set(broken.filter(({ reasons }) => reasons).map(({ issuer }) => issuer)))
}

function requireIssuers({ policy, issuers }: JudgeContext, known: ReadonlyMap<string, unknown>): void {
  for (const issuer of policy.onBroken.byIssuer.keys()) {
    if (issuers.has(issuer) || known.has(issuer)) continue
    const near = suggestion(issuer, [...issuers.keys(), ...known.keys()])
    throw new OperatorError('usage', `--on-broken: there is no issuer ${issuer}${near}`)
  }
}

interface Losses {
  /** The number of offers that the previous release lists. */
  listed: number
  /** Those of them that are missing before their end. An offer is missing if it has no good record today. */
  gone: number
  /**
   * Offers that were withdrawn because their issuer was broken for too long, and have not ended: all of them, and those
   * that are still missing.
   */
  withdrawnByKeepLimit: number
  withdrawnStillMissing: number
  /** Missing offers that were not withdrawn before, ended or not. They are kept or withdrawn today. */
  missing: number
  /** Offers that were not withdrawn before. They are kept today if the records of the issuer are not trusted. */
  standing: number
}

interface JudgedIssuer {
  issuer: string
  /** Records that can be published. */
  good: number
  rejected: number
  losses: Losses
  /** The reasons why its valid records are not trusted. */
  reasons: readonly BrokenReason[]
  before: BrokenBefore | undefined
}

function countLosses(offers: readonly CatalogueOffer[], current: Offers, day: string): Losses {
  const losses: Losses = {
    listed: 0,
    gone: 0,
    withdrawnByKeepLimit: 0,
    withdrawnStillMissing: 0,
    missing: 0,
    standing: 0,
  }
  for (const { id, status, valid_until, keptSince } of offers) {
    const isMissing = !current.has(id)
    const hasEnded = valid_until !== null && valid_until < day
    if (status !== 'withdrawn') {
      losses.standing += 1
      if (isMissing) losses.missing += 1
    }
    if (isListed(status)) {
      losses.listed += 1
      if (isMissing && !hasEnded) losses.gone += 1
    } else if (status === 'withdrawn' && keptSince !== null && !hasEnded) {
      losses.withdrawnByKeepLimit += 1
      if (isMissing) losses.withdrawnStillMissing += 1
    }
  }
  return losses
}

function isBroken(issuer: JudgedIssuer, { policy, issuers }: JudgeContext): boolean {
  const { good, rejected, losses, reasons, before } = issuer
  if (reasons.length > 0) return true
  if (isTooMany(rejected, good + rejected, policy.maxRejected)) return true
  const { listed, gone } = losses
  if (listed >= MIN_OFFERS && gone * 2 > listed) return true
  // A broken issuer stays broken until it has a good record and half of its offers again, unless the operator accepted
  // its losses. This holds for fewer than ten offers as well, and includes offers that were withdrawn meanwhile. An
  // issuer that left issuers.json needs no good record if nothing of it is gone.
  if (before?.decision !== 'keep') return false
  if (good === 0 && (issuers.has(issuer.issuer) || gone > 0)) return true
  return (gone + losses.withdrawnStillMissing) * 2 > listed + losses.withdrawnByKeepLimit
}

function describe(
  { issuer, good, rejected, losses, reasons, before }: JudgedIssuer,
  context: JudgeContext,
): BrokenIssuer {
  const { day, policy } = context
  const decision = decisionFor(issuer, policy.onBroken)
  const named = reasons.length > 0 ? { reasons: [...reasons] } : {}
  // Days on which its offers were held are not counted for what is wrong with it later.
  const continues = before && (!isHeld(before) || hasRefReason(named))
  const since = continues ? before.since : day
  const facts = { since, days: daysBetween(since, day) + 1, keep_days: policy.keepDays, decision, ...named }
  const keepsMissing = isKept(facts)
  return {
    issuer,
    ...facts,
    records: good + rejected,
    rejected,
    listed: losses.listed + losses.withdrawnByKeepLimit,
    gone: losses.gone + losses.withdrawnStillMissing,
    kept: keepsMissing ? countKeptOffers(losses, reasons) : 0,
    withdrawn: keepsMissing ? 0 : losses.missing,
  }
}

function countKeptOffers(losses: Losses, reasons: readonly BrokenReason[]): number {
  return reasons.length > 0 ? losses.standing : losses.missing
}

function groupByIssuer(offers: Offers): Map<string, CatalogueOffer[]> {
  return groupBy(offers.values(), ({ issuer }) => issuer)
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}
