// Finds refs that number the rows of a source: if a row comes or goes, the names of offers move to the refs of others. An id
// would then name another offer from day to day.

/** The members by which people know an offer. */
export interface Named {
  title: string
  merchant?: string | null
  url?: string | null
}

/** An offer whose title or merchant is another one than the one that its id named last. */
export interface Renamed {
  id: string
  ref: string
  before: Named
  now: Named
}

/** A renamed offer with the name that another one had. */
export interface Moved extends Renamed {
  /** The id of the other one. */
  from: string
}

/** An offer of the previous release. */
export interface Holder {
  id: string
  named: Named
  /** Whether it has another name today, or is gone. */
  hasLeft: boolean
}

/** Title and merchant: a title such as `20%` distinguishes offers only with its merchant. */
export function nameOf({ title, merchant }: Named): string {
  return `${title}\n${merchant ?? ''}`
}

/**
 * The renamed offers whose name exactly one other offer had, which no longer has it. If several had the name, the address
 * decides. A name that several renamed offers have today says nothing.
 * @param holders the listed offers of the same issuer in the previous release
 */
export function findMoved(renamed: readonly Renamed[], holders: Iterable<Holder>): Moved[] {
  const takers = new Map<string, number>()
  for (const { now } of renamed) takers.set(addressed(now), (takers.get(addressed(now)) ?? 0) + 1)
  const wanted = new Map<string, Holder[]>(renamed.map(({ now }) => [nameOf(now), []]))
  for (const holder of holders) wanted.get(nameOf(holder.named))?.push(holder)
  return renamed.flatMap((offer) => {
    const holder = onlyHolder(wanted.get(nameOf(offer.now)) ?? [], offer.now)
    return holder?.hasLeft && takers.get(addressed(offer.now)) === 1 ? [{ ...offer, from: holder.id }] : []
  })
}

function addressed(named: Named): string {
  return `${nameOf(named)}\n${named.url ?? ''}`
}

function onlyHolder(holders: readonly Holder[], { url = null }: Named): Holder | undefined {
  const same = holders.length > 1 ? holders.filter(({ named }) => url !== null && named.url === url) : holders
  return same.length === 1 ? same[0] : undefined
}
