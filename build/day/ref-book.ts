// Which offer each ref names, as far as its id is not simply made from issuer and ref: refs that named several offers, and
// refs to which an offer moved. The memory keeps it, and leaves it out when it is empty.

import { mintOfferId } from '../../contract/offers/offer-id.ts'
import { compareText, groupBy } from '../../lib/lists.ts'

/** A ref whose id is not made from it, or that had several ids. */
export interface RefEntry {
  /** The slug of its issuer. */
  issuer: string
  ref: string
  /** The id of the offer that it names; null if its offer moved to another ref. */
  names: string | null
  /** Other ids that it had, of offers that can still be read; left out if there are none. */
  had?: readonly string[]
}

/** A record that its ref gives another offer today. */
export interface Renaming {
  issuer: string
  ref: string
  /** The id that the ref named last; null if it named none. */
  last: string | null
  /** The id that it names today. */
  id: string
}

export class RefBook {
  readonly #byRef = new Map<string, RefEntry>()
  /** The entry that names an id. */
  readonly #byId = new Map<string, RefEntry>()
  /** The ids that refs had before. */
  readonly #lost = new Set<string>()

  /** In the order of issuers and refs. */
  readonly entries: readonly RefEntry[]

  constructor(entries: readonly RefEntry[]) {
    for (const entry of entries) this.#put(entry)
    this.entries = entries.toSorted((a, b) => compareText(a.issuer, b.issuer) || compareText(a.ref, b.ref))
  }

  /**
   * The id of the offer that a ref named last, or would name if it is unknown; null if its offer moved to another ref.
   * @param minted the id that is made from issuer and ref
   */
  lastOf(issuer: string, ref: string, minted: string): string | null {
    if (this.#byRef.size === 0) return minted
    const entry = this.#byRef.get(keyOf(issuer, ref))
    if (entry) return entry.names
    return this.#byId.has(minted) ? null : minted
  }

  /** Whether a ref had an id before. */
  had(issuer: string, ref: string, id: string): boolean {
    return (this.#byRef.get(keyOf(issuer, ref))?.had ?? []).includes(id) || mintOfferId(issuer, ref) === id
  }

  /** Whether a ref had the id, and neither it nor another one of the book names it now. */
  hasLostRef(id: string): boolean {
    return this.#lost.has(id) && !this.#byId.has(id)
  }

  /** The ref that names the id, if the book has it. */
  refOf(id: string): string | undefined {
    return this.#byId.get(id)?.ref
  }

  /** The refs that had the id and name another one now. */
  formerRefsOf(id: string): string[] {
    return [...this.#byRef.values()].filter(({ had = [] }) => had.includes(id)).map(({ ref }) => ref)
  }

  /**
   * The book of the next release.
   * @param renamings of the issuers whose records are published
   * @param isReadable whether an offer can still be read: of others only the id that a ref names is kept
   */
  after(renamings: readonly Renaming[], isReadable: (id: string) => boolean): RefBook {
    const entries = new Map(this.#byRef)
    for (const { id } of renamings) {
      const former = this.#byId.get(id)
      if (former) entries.set(keyOf(former.issuer, former.ref), withName(former, null))
    }
    for (const { issuer, ref, id } of renamings) {
      const key = keyOf(issuer, ref)
      entries.set(key, withName(entries.get(key) ?? { issuer, ref, names: mintOfferId(issuer, ref) }, id))
    }
    return new RefBook([...entries.values()].flatMap((entry) => pruned(entry, isReadable)))
  }

  #put(entry: RefEntry): void {
    this.#byRef.set(keyOf(entry.issuer, entry.ref), entry)
    if (entry.names !== null) this.#byId.set(entry.names, entry)
    for (const id of entry.had ?? []) this.#lost.add(id)
  }
}

/** No slug has a line feed. */
function keyOf(issuer: string, ref: string): string {
  return `${issuer}\n${ref}`
}

function withName({ issuer, ref, names, had = [] }: RefEntry, id: string | null): RefEntry {
  const ids = names === null ? had : [...had, names]
  return { issuer, ref, names: id, had: [...new Set(ids)].filter((each) => each !== id) }
}

/** Nothing if the ref is as any other again. */
function pruned({ issuer, ref, names, had = [] }: RefEntry, isReadable: (id: string) => boolean): RefEntry[] {
  const readable = had.filter(isReadable)
  if (readable.length > 0) return [{ issuer, ref, names, had: readable }]
  return names === mintOfferId(issuer, ref) ? [] : [{ issuer, ref, names }]
}

/** The refs that name another offer in one release than in the other, by issuer and ref. */
export function renamedBetween(older: RefBook, newer: RefBook): Renaming[] {
  const all = groupBy([...older.entries, ...newer.entries], ({ issuer, ref }) => keyOf(issuer, ref))
  return [...all.values()].flatMap(([entry]) => {
    if (!entry) return []
    const { issuer, ref } = entry
    const minted = mintOfferId(issuer, ref)
    const [last, id] = [older.lastOf(issuer, ref, minted), newer.lastOf(issuer, ref, minted)]
    return last === id || id === null ? [] : [{ issuer, ref, last, id }]
  })
}
