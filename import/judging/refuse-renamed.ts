// Refuses a table in which an issuer has another name than before: the new name would give all its offers new ids.

import { clip } from '../../lib/text/clip.ts'
import { refusal } from '../asking/refusals.ts'
import type { LastImport, NamedRow } from './last-import.ts'

interface Issuer {
  readonly slug: string
  readonly name: string
}

interface Issuers {
  readonly entries: readonly Issuer[]
  /** New names of this import. */
  readonly added: readonly Issuer[]
}

/** The offers of an issuer in the last import. */
interface OffersBefore {
  count: number
  /** How many of them each new issuer has today, by slug. */
  byNewIssuer: Map<string, number>
}

/** Fewer offers with the same refs prove nothing: refs such as 1 and 2 are those of any issuer. */
const MIN_OFFERS = 3

/**
 * An issuer is renamed if today none of its offers is there, and most of them, at least `MIN_OFFERS`, are there under a
 * new name.
 * @param has whether today's table has this offer
 * @throws {OperatorError} `bad-source` with the lookup that keeps the slug
 */
export async function refuseRenamed(
  last: LastImport,
  issuers: Issuers,
  has: (offer: NamedRow) => boolean,
): Promise<void> {
  if (!last.memory || issuers.added.length === 0) return
  const before = new Map<string, OffersBefore>()
  /** Issuers with an offer that is still there under their name. */
  const unchanged = new Set<string>()
  for await (const { issuer, ref } of last.lastOffers()) {
    if (has({ issuer, ref })) unchanged.add(issuer)
    const offers = before.get(issuer) ?? { count: 0, byNewIssuer: new Map() }
    before.set(issuer, offers)
    offers.count += 1
    const added = issuers.added.find(({ slug }) => has({ issuer: slug, ref }))
    if (added) offers.byNewIssuer.set(added.slug, (offers.byNewIssuer.get(added.slug) ?? 0) + 1)
  }
  const renamed = [...before].flatMap(([issuer, { count, byNewIssuer }]) => {
    const [mostMoved] = [...byNewIssuer].sort(([, a], [, b]) => b - a)
    const [slug, moved] = mostMoved ?? ['', 0]
    const isRenamed = !unchanged.has(issuer) && moved >= MIN_OFFERS && moved * 2 > count
    return isRenamed ? [{ count, moved, from: nameOf(issuer, issuers), to: nameOf(slug, issuers) }] : []
  })
  if (renamed.length === 0) return
  const quoted = (name: string) => JSON.stringify(clip(name))
  const found = renamed.map(
    ({ from, to, count, moved }) =>
      `found ${moved} of the ${count} offers of ${quoted(from)} under ${quoted(to)}: with a new name, all its offers get new ids`,
  )
  const names = renamed.map(({ from, to }) => `${quoted(to)}: ${quoted(from)}`)
  throw refusal('issuerRenamed', { issuers: found.join('\n'), lookup: `{ ${names.join(', ')} }` })
}

function nameOf(slug: string, { entries }: Issuers): string {
  return entries.find((entry) => entry.slug === slug)?.name ?? slug
}
