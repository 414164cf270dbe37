// The treatment of broken issuers in a few plain lines that share no code with the build. The model is given the
// broken issuers; the build must detect them.

export const KEEP_DAYS = 7

/** The source of an issuer on a morning. */
export interface IssuerMorning {
  isBroken: boolean
  /** How its data changed as a whole, if it did: then its records wait. */
  reason: string | null
  good: readonly Good[]
  /** Refs of records that can't be read. */
  rejected: readonly string[]
}

interface Good {
  ref: string
  title: string
  until: string | null
  /** The members that a converter may spoil. */
  data: string
}

interface Known extends Omit<Good, 'ref'> {
  status: 'active' | 'expired' | 'withdrawn'
  updated: string
  /** The first of the days up to today on which it was missing without a break. */
  missingSince: string | null
}

export interface BrokenToday {
  issuer: string
  days: number
  reason: string | null
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

  #seeIssuer(issuer: string, { isBroken, reason, good, rejected }: IssuerMorning, day: string): void {
    const offers = this.#offers.get(issuer) ?? new Map<string, Known>()
    this.#offers.set(issuer, offers)
    if (!isBroken) this.#since.delete(issuer)
    else if (!this.#since.has(issuer)) this.#since.set(issuer, day)
    const days = daysFrom(this.#since.get(issuer) ?? day, day) + 1
    const today: BrokenToday = { issuer, days, reason, kept: 0, withdrawn: 0 }

    const isTrusted = reason === null || days > KEEP_DAYS
    const present = new Map(isTrusted ? good.map((record) => [record.ref, record]) : [])
    for (const [ref, known] of offers) {
      if (present.has(ref) || known.status === 'withdrawn') continue
      known.missingSince ??= day
      const isRejected = rejected.includes(ref)
      const stays = isBroken ? days <= KEEP_DAYS : isRejected && daysFrom(known.missingSince, day) < KEEP_DAYS
      if (stays) today.kept += 1
      else today.withdrawn += 1
      this.#put(offers, ref, { ...known, status: stays ? statusOn(day, known.until) : 'withdrawn' }, day)
    }
    for (const [ref, { title, until, data }] of present) {
      this.#put(offers, ref, { title, until, data, status: statusOn(day, until), missingSince: null }, day)
    }
    if (isBroken) this.broken.push(today)
  }

  #put(offers: Map<string, Known>, ref: string, now: Omit<Known, 'updated'>, day: string): void {
    const before = offers.get(ref)
    const reads = ({ title, until, data, status }: typeof now) => JSON.stringify([title, until, data, status])
    const isSame = before !== undefined && reads(before) === reads(now)
    offers.set(ref, { ...now, updated: isSame ? before.updated : day })
  }

  /** Title, day of the last change, and data of each listed offer, by issuer. */
  listed(): Record<string, [title: string, day: string, data: string][]> {
    return Object.fromEntries(
      Array.from(this.#offers, ([issuer, offers]) => [
        issuer,
        [...offers.values()]
          .filter(({ status }) => status === 'active')
          .map(({ title, updated, data }): [string, string, string] => [title, updated, data])
          .sort(),
      ]),
    )
  }
}

function statusOn(day: string, until: string | null): 'active' | 'expired' {
  return until !== null && until < day ? 'expired' : 'active'
}
