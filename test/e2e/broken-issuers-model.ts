// What becomes of issuers that break, in a few plain lines: no code is shared with the build. The model is told who is
// broken; the build has to find out.

export const KEEP_DAYS = 7

/** What an issuer's source says on a morning. */
export interface IssuerMorning {
  isBroken: boolean
  good: readonly { ref: string; title: string; until: string | null }[]
  /** Refs of records that can't be read. */
  rejected: readonly string[]
}

interface Known {
  title: string
  until: string | null
  status: 'active' | 'expired' | 'withdrawn'
  updated: string
  /** The first day on which it was missing, in a row up to today. */
  missingSince: string | null
}

export interface BrokenToday {
  issuer: string
  days: number
  kept: number
  withdrawn: number
}

const DAY_MS = 86_400_000
const daysFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

export class BrokenIssuersModel {
  readonly #offers = new Map<string, Map<string, Known>>()
  readonly #since = new Map<string, string>()
  broken: BrokenToday[] = []

  see(day: string, morning: ReadonlyMap<string, IssuerMorning>): void {
    this.broken = []
    for (const [issuer, source] of morning) this.#seeIssuer(issuer, source, day)
  }

  #seeIssuer(issuer: string, { isBroken, good, rejected }: IssuerMorning, day: string): void {
    const offers = this.#offers.get(issuer) ?? new Map<string, Known>()
    this.#offers.set(issuer, offers)
    if (!isBroken) this.#since.delete(issuer)
    else if (!this.#since.has(issuer)) this.#since.set(issuer, day)
    const days = daysFrom(this.#since.get(issuer) ?? day, day) + 1
    const today: BrokenToday = { issuer, days, kept: 0, withdrawn: 0 }

    const present = new Map(good.map((record) => [record.ref, record]))
    for (const [ref, known] of offers) {
      if (present.has(ref) || known.status === 'withdrawn') continue
      known.missingSince ??= day
      const isRejected = rejected.includes(ref)
      const stays = isBroken ? days <= KEEP_DAYS : isRejected && daysFrom(known.missingSince, day) < KEEP_DAYS
      if (stays) today.kept += 1
      else today.withdrawn += 1
      this.#put(offers, ref, { ...known, status: stays ? statusOn(day, known.until) : 'withdrawn' }, day)
    }
    for (const [ref, { title, until }] of present) {
      this.#put(offers, ref, { title, until, status: statusOn(day, until), missingSince: null }, day)
    }
    if (isBroken) this.broken.push(today)
  }

  #put(offers: Map<string, Known>, ref: string, now: Omit<Known, 'updated'>, day: string): void {
    const before = offers.get(ref)
    const isSame = before?.title === now.title && before.until === now.until && before.status === now.status
    offers.set(ref, { ...now, updated: isSame ? before.updated : day })
  }

  /** Title and day of the last change of each listed offer, by issuer. */
  listed(): Record<string, [title: string, day: string][]> {
    return Object.fromEntries(
      Array.from(this.#offers, ([issuer, offers]) => [
        issuer,
        [...offers.values()]
          .filter(({ status }) => status === 'active')
          .map(({ title, updated }): [string, string] => [title, updated])
          .sort(),
      ]),
    )
  }
}

function statusOn(day: string, until: string | null): 'active' | 'expired' {
  return until !== null && until < day ? 'expired' : 'active'
}
