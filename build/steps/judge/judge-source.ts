// Step: decides which issuers are broken today, and judges the whole source. If an issuer loses most of its offers
// at once, or most of its records are bad, the usual cause is a broken scraper.

import { isListed } from '../../../contract/offers/offer.ts'
import { hasRefReason, isHeldWithoutEnd } from '../../../contract/release/manifest.ts'
import { OperatorError } from '../../../lib/errors.ts'
import { compareText, groupBy } from '../../../lib/lists.ts'
import { suggestion } from '../../../lib/text/suggestion.ts'
import { daysBetween } from '../../../lib/time/calendar.ts'
import {
  type BrokenBefore,
  type BrokenIssuer,
  type BrokenPolicy,
  type BrokenReason,
  type BrokenSource,
  decisionFor,
  isDistrusted,
  isHeld,
  isKept,
  isTooMany,
  type SourceCounts,
  type Verdict,
} from '../../day/broken-issuer.ts'
import { type CatalogueOffer, hasEnded, type Offers } from '../../day/catalogue-offer.ts'
import type { NatureChanges } from '../../source/nature-changes.ts'
import { refReasons } from '../../source/ref-changes.ts'
import type { Intake } from '../read/read-offers.ts'

interface JudgeContext {
  /** The offers of the previous release. */
  known: Offers
  /** The issuers that were broken in the previous release. */
  brokenBefore: readonly BrokenBefore[]
  /** The calendar day of the previous release; undefined if there is none. */
  dayBefore: string | undefined
  /** All issuers, by slug. */
  issuers: ReadonlyMap<string, unknown>
  /** Today, as a calendar day. */
  day: string
  policy: BrokenPolicy
}

/**
 * With fewer listed offers, it is normal that an issuer loses them all: a handful often ends on one day. An issuer about
 * which the operator decided by name is judged whatever its size.
 */
const MIN_OFFERS = 10

/** @throws {OperatorError} `usage` if the policy names an unknown issuer */
export function judgeSource(intake: Intake, context: JudgeContext): Verdict {
  const known = groupByIssuer(context.known)
  requireIssuers(context, known)
  const published = groupByIssuer(intake.offers)
  const before = new Map(stillBroken(context).map((each) => [each.issuer, each]))
  const reasons = reasonsByIssuer(intake, before)
  const issuers = new Set([...known.keys(), ...intake.rejected.byIssuer.keys(), ...before.keys()])
  const judged = [...issuers].sort(compareText).map((issuer): JudgedIssuer => {
    const facts = {
      issuer,
      good: published.get(issuer)?.length ?? 0,
      rejected: intake.rejected.byIssuer.get(issuer) ?? 0,
      reasons: reasons.get(issuer) ?? [],
    }
    const brokenBefore = before.get(issuer)
    const lossesOf = (continued?: BrokenBefore) =>
      countLosses(known.get(issuer) ?? [], intake.offers, context, continued)
    const losses = lossesOf(brokenBefore)
    // If none of its offers stands, there is nothing to keep in place of today's records.
    if (losses.standing === 0) facts.reasons = []
    const goesOn = brokenBefore && (isBadToday(facts, context) || isMissed(losses))
    return goesOn ? { ...facts, losses, before: brokenBefore } : { ...facts, losses: lossesOf() }
  })
  const broken = judged
    .filter((issuer) => isBroken(issuer, context))
    .map((issuer) => describe(issuer, context))
  const names = new Set(broken.map(({ issuer }) => issuer))
  const came = judged
    .filter(({ issuer }) => names.has(issuer))
    .map(({ issuer, before }): [string, string[]] => [
      issuer,
      idsSince(before, published.get(issuer) ?? [], context.known),
    ])
  return {
    records: intake.records,
    rejected: intake.rejected.records,
    broken_issuers: broken,
    cut_at: intake.rejected.cutAt,
    broken_source: brokenSource(intake, judged, broken, context),
    came: new Map(came),
  }
}

/**
 * The issuers that were broken in the previous release and may go on: without those whose losses the operator accepted, and
 * those whose days of `--keep-days` are over. These are issuers like any other again.
 */
function stillBroken({ brokenBefore, dayBefore, day, policy }: JudgeContext): BrokenBefore[] {
  return brokenBefore.filter((before) => {
    if (before.decision !== 'keep') return false
    if (isHeld(before) || dayBefore === undefined || dayBefore === day) return true
    return daysBetween(before.since, dayBefore) < policy.keepDays
  })
}

/** The reasons of each issuer. A reason that it had in the previous release counts again even with few offers. */
function reasonsByIssuer(
  { nature, ids }: Intake,
  before: ReadonlyMap<string, BrokenBefore>,
): Map<string, BrokenReason[]> {
  const ofRefs = refReasons(ids.tallies())
  const reasonsBefore = new Map(Array.from(before, ([issuer, { reasons = [] }]) => [issuer, reasons]))
  // The members of such issuers are not compared: they may be those of other offers.
  const reasons = nature.reasonsByIssuer(reasonsBefore, ofRefs)
  for (const [issuer, reason] of ofRefs) reasons.set(issuer, [reason])
  return reasons
}

/**
 * Why the source as a whole is broken. An issuer about which the operator decided by name does not count, so that one with
 * most offers never holds up the others.
 */
function brokenSource(
  intake: Intake,
  judged: readonly JudgedIssuer[],
  broken: readonly BrokenIssuer[],
  { policy }: JudgeContext,
): BrokenSource | undefined {
  const { byIssuer } = policy.onBroken
  const counts = countTogether(intake, judged, broken, byIssuer)
  if (!isBrokenTogether(counts)) return undefined
  // How much of what is wrong each issuer brings: the largest are named first.
  const shares = judged
    .filter(({ issuer }) => !byIssuer.has(issuer))
    .map(({ issuer, rejected, losses: { gone, listed }, reasons }) => {
      return { issuer, share: rejected + gone + (reasons.length > 0 ? listed : 0) }
    })
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share || compareText(a.issuer, b.issuer))
    .slice(0, MAX_NAMED)
  const named = new Set(byIssuer.keys())
  for (const [index, { issuer }] of shares.entries()) {
    named.add(issuer)
    if (isBrokenTogether(countTogether(intake, judged, broken, named))) continue
    return { ...counts, issuers: shares.slice(0, index + 1).map((each) => each.issuer) }
  }
  return { ...counts, issuers: [] }
}

/** More issuers than this are no matter of single ones. */
const MAX_NAMED = 5

function isBrokenTogether({ records, rejected, listed, gone, reasons }: SourceCounts): boolean {
  return rejected * 2 > records || gone * 2 > listed || reasons.length > 0
}

/** @param named issuers that are left out */
function countTogether(
  { records, rejected, nature }: Intake,
  judged: readonly JudgedIssuer[],
  broken: readonly BrokenIssuer[],
  named: { has(issuer: string): boolean },
): SourceCounts {
  const isNamed = ({ issuer }: { issuer: string }) => named.has(issuer)
  const others = judged.filter((each) => !isNamed(each))
  const ofNamed = judged.filter(isNamed)
  const held = new Set(broken.filter(isHeld).map(({ issuer }) => issuer))
  const listed = sum(others, ({ losses }) => losses.listed)
  return {
    records: records - sum(ofNamed, ({ good, rejected }) => good + rejected),
    rejected: rejected.records - sum(ofNamed, (each) => each.rejected),
    listed,
    // If refs moved, a missing ref says nothing about its offer, which is kept anyway.
    gone: sum(others, (each) => (held.has(each.issuer) ? 0 : each.losses.gone)),
    reasons: reasonsOfAll(nature, broken, { listed, named }),
  }
}

/**
 * The reasons why the source as a whole is not trusted: those of all offers together if most listed offers belong to
 * issuers that are not trusted; otherwise those of all issuers together that have no reasons of their own, so that one
 * large issuer does not break the source. Issuers whose refs are not trusted never break it, however many offers they have.
 */
function reasonsOfAll(
  nature: NatureChanges,
  broken: readonly BrokenIssuer[],
  { listed, named }: { listed: number; named: { has(issuer: string): boolean } },
): BrokenReason[] {
  const others = broken.filter(({ issuer }) => !named.has(issuer))
  const distrusted = others.filter((issuer) => isDistrusted(issuer) && !hasRefReason(issuer))
  const areMost = sum(distrusted, (issuer) => issuer.listed) * 2 > listed
  const left = new Set(
    broken.filter((issuer) => (areMost ? hasRefReason(issuer) : issuer.reasons)).map(({ issuer }) => issuer),
  )
  return nature.reasonsTogether({ has: (issuer) => left.has(issuer) || named.has(issuer) })
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
  /** Those of them that are missing and have ended. */
  ended: number
  /** Missing offers, ended or not. They are kept or withdrawn today. */
  missing: number
  /** Offers that are not withdrawn. They are kept today if the records of the issuer are not trusted. */
  standing: number
}

interface JudgedIssuer {
  issuer: string
  /** Records that can be published. */
  good: number
  rejected: number
  /** The reasons why its valid records are not trusted. */
  reasons: readonly BrokenReason[]
  /** If it goes on being broken, among the offers that were listed before it broke. */
  losses: Losses
  /** Left out unless it goes on being broken. */
  before?: BrokenBefore
}

/** @param before counts among the offers that were listed before the issuer broke, for an issuer that goes on being broken */
function countLosses(
  offers: readonly CatalogueOffer[],
  current: Offers,
  { day, dayBefore }: JudgeContext,
  before?: BrokenBefore,
): Losses {
  const losses: Losses = { listed: 0, gone: 0, ended: 0, missing: 0, standing: 0 }
  const came = new Set(before?.came)
  for (const { id, status, valid_until, withdrawnOn } of offers) {
    const isMissing = !current.has(id)
    // A second build of the day on which `--keep-days` ended continues the first, and must come to the same verdict.
    const leftToday = before !== undefined && dayBefore === day && withdrawnOn === day
    if (status !== 'withdrawn' || leftToday) {
      losses.standing += 1
      if (isMissing) losses.missing += 1
    }
    if ((isListed(status) || leftToday) && !came.has(id)) {
      losses.listed += 1
      if (isMissing) losses[hasEnded(day, valid_until) ? 'ended' : 'gone'] += 1
    }
  }
  return losses
}

/** The ids of listed offers that the previous release does not list, and of those that came since the issuer broke. */
function idsSince(
  before: BrokenBefore | undefined,
  offers: readonly CatalogueOffer[],
  known: Offers,
): string[] {
  const came = new Set(before?.came)
  for (const { id, status } of offers) {
    const statusBefore = known.get(id)?.status
    if (isListed(status) && !(statusBefore && isListed(statusBefore))) came.add(id)
  }
  return [...came].sort(compareText)
}

function isBroken(issuer: JudgedIssuer, context: JudgeContext): boolean {
  const { losses, before } = issuer
  if (isBadToday(issuer, context) || before) return true
  const isDecidedByName = context.policy.onBroken.byIssuer.has(issuer.issuer)
  return (losses.listed >= MIN_OFFERS || isDecidedByName) && losses.gone * 2 > losses.listed
}

/** Whether its records alone make it broken, whatever became of its offers. */
function isBadToday(
  { good, rejected, reasons }: Pick<JudgedIssuer, 'good' | 'rejected' | 'reasons'>,
  { policy }: JudgeContext,
): boolean {
  return reasons.length > 0 || isTooMany(rejected, good + rejected, policy.maxRejected)
}

/** An issuer is whole again if more than half of the offers that it listed before are in the source, or none is missing. */
function isMissed({ listed, gone, ended }: Losses): boolean {
  return gone > 0 && gone * 2 >= listed - ended
}

function describe(
  { issuer, good, rejected, losses, reasons, before }: JudgedIssuer,
  context: JudgeContext,
): BrokenIssuer {
  const { day, policy } = context
  const decision = decisionFor(issuer, policy.onBroken)
  const named = reasons.length > 0 ? { reasons: [...reasons] } : {}
  // Days on which its offers were held are not counted for what is wrong with it later.
  const continues = before && (!isHeld(before) || isHeldWithoutEnd(named))
  const since = continues ? before.since : day
  const facts = { since, days: daysBetween(since, day) + 1, keep_days: policy.keepDays, decision, ...named }
  const keepsMissing = isKept(facts)
  const { listed, gone } = losses
  return {
    issuer,
    ...facts,
    records: good + rejected,
    rejected,
    listed,
    gone,
    kept: keepsMissing ? (reasons.length > 0 ? losses.standing : losses.missing) : 0,
    withdrawn: keepsMissing ? 0 : losses.missing,
  }
}

function groupByIssuer(offers: Offers): Map<string, CatalogueOffer[]> {
  return groupBy(offers.values(), ({ issuer }) => issuer)
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}
