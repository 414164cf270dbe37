// The reasons why the refs of an issuer are not trusted: they count what the steps of assign-ids.ts decided about its records.
// The ids are right in any case; what is doubtful is whether today's source is meant so.

import type { RefReason } from '../../contract/release/manifest.ts'
import { clip } from '../../lib/text/clip.ts'
import { type BrokenIssuer, type BrokenReason, isDistrusted } from '../day/broken-issuer.ts'
import type { Renaming } from '../day/ref-book.ts'
import type { IdAssignment, Identified, RefTally } from './assign-ids.ts'
import type { Named } from './distinguish-offers.ts'

/** From this number on, it is no accident that most records are the offers of other refs. */
const MIN_MOVED = 3

/** Fewer offers may all be other ones by chance. */
const MIN_COMPARED = 10

/** A summary shows two. */
const MAX_EXAMPLES = 3

/** The reason of each issuer whose refs are not trusted, by slug. */
export function refReasons(tallies: ReadonlyMap<string, RefTally>): Map<string, BrokenReason> {
  const found = new Map<string, BrokenReason>()
  for (const [issuer, { records, moved, others }] of tallies) {
    if (moved.length >= MIN_MOVED && moved.length * 2 > records) {
      found.set(issuer, reasonOf('moved_refs', records, moved))
    } else if (records >= MIN_COMPARED && others.length * 2 > records) {
      found.set(issuer, reasonOf('other_offers', records, others))
    }
  }
  return found
}

function reasonOf(reason: RefReason, of: number, found: readonly Identified[]): BrokenReason {
  const examples = found.slice(0, MAX_EXAMPLES).map(describeRenamed)
  return { reason, member: 'ref', of, changed: found.length, examples }
}

/** E.g. `17: "Danés" → "Barros Negros"`. */
export function describeRenamed({ record, before }: Pick<Identified, 'record' | 'before'>): string {
  const names = [before, record].flatMap((named) => (named ? [shown(named)] : []))
  // Offers of one name differ by their addresses.
  const [first, second] = names
  const texts =
    first === second && before ? [before.url, record.url].map((url) => clip(url ?? 'no url')) : names
  return `${clip(record.ref)}: ${texts.join(' → ')}`
}

function shown({ title, merchant }: Named): string {
  return JSON.stringify(clip(merchant && !title.includes(merchant) ? `${title}, ${merchant}` : title))
}

/** How a ref came to another offer: it had its id before, the offer moved to it from another ref, or it is a new one. */
export const REF_CHANGES = ['back', 'moved', 'new'] as const

/** A ref that names another offer than in the previous release. */
export interface RefChange extends Renaming {
  how: (typeof REF_CHANGES)[number]
  /** The title and merchant that it named last, if that is known, and those of today. */
  change: string
}

/** The refs that name other offers, of all issuers whose records are published. */
export function changedRefs(ids: IdAssignment, broken: readonly BrokenIssuer[]): RefChange[] {
  const distrusted = new Set(broken.filter(isDistrusted).map(({ issuer }) => issuer))
  return ids.separated
    .filter(({ record }) => !distrusted.has(record.issuer))
    .map((each) => {
      const { record, last, id, step } = each
      const how = step === 'new' ? 'new' : ids.isBack(each) ? 'back' : 'moved'
      return { issuer: record.issuer, ref: record.ref, last, id, how, change: describeRenamed(each) }
    })
}
