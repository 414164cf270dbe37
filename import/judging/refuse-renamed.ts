// Refuses a table in which an issuer has another name than before: the new name would give all its offers new ids.

import { OperatorError } from '../../lib/errors.ts'
import { clip } from '../../lib/text/clip.ts'
import type { NamedRow } from './refuse-cut-off.ts'
import type { TableMemory } from './table-memory.ts'

interface LastImport {
  /** Undefined if nothing is compared. */
  readonly memory: TableMemory | undefined
  lastOffers(): AsyncIterable<NamedRow>
}

interface Issuer {
  readonly slug: string
  readonly name: string
}

interface Issuers {
  readonly entries: readonly Issuer[]
  /** New names of this import. */
  readonly added: readonly Issuer[]
}

/** Offers of an issuer in the last import. */
interface Gone {
  offers: number
  /** How many of them each new issuer has, by slug. */
  taken: Map<string, number>
}

/** Fewer offers prove nothing. */
const MIN_OFFERS = 3

/**
 * An issuer is renamed if today none of its offers is there, and most of them are there under a new name.
 * @param has whether today's table has this offer
 * @throws {OperatorError} `bad-source` with the lookup that keeps the slug
 */
export async function refuseRenamed(
  last: LastImport,
  issuers: Issuers,
  has: (offer: NamedRow) => boolean,
): Promise<void> {
  if (!last.memory || issuers.added.length === 0) return
  const gone = new Map<string, Gone>()
  const still = new Set<string>()
  for await (const { issuer, ref } of last.lastOffers()) {
    if (has({ issuer, ref })) still.add(issuer)
    const known = gone.get(issuer) ?? { offers: 0, taken: new Map() }
    gone.set(issuer, known)
    known.offers += 1
    const by = issuers.added.find(({ slug }) => has({ issuer: slug, ref }))
    if (by) known.taken.set(by.slug, (known.taken.get(by.slug) ?? 0) + 1)
  }
  const renamed = [...gone].flatMap(([issuer, { offers, taken }]) => {
    const [slug, count] = [...taken].sort(([, a], [, b]) => b - a)[0] ?? ['', 0]
    const isRenamed = !still.has(issuer) && count >= MIN_OFFERS && count * 2 > offers
    return isRenamed ? [{ offers, count, from: nameOf(issuer, issuers), to: nameOf(slug, issuers) }] : []
  })
  if (renamed.length === 0) return
  const quoted = (name: string) => JSON.stringify(clip(name))
  throw new OperatorError(
    'bad-source',
    [
      'an issuer has another name than before; nothing was written',
      ...renamed.map(
        ({ from, to, count, offers }) =>
          `found ${count} of the ${offers} offers of ${quoted(from)} under ${quoted(to)}: with a new name, all its offers get new ids`,
      ),
      `to keep its slug and the ids, add "lookup": { ${renamed.map(({ from, to }) => `${quoted(to)}: ${quoted(from)}`).join(', ')} } to /offer/issuer in mapping.json; the name for people is in issuers.json`,
      'if it is another issuer, import once with --replace',
    ].join('\n'),
  )
}

function nameOf(slug: string, { entries }: Issuers): string {
  return entries.find((entry) => entry.slug === slug)?.name ?? slug
}
