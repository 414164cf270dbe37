// A catalogue that changes morning by morning: offers begin, end, are renewed by the month and get other
// prices, categories get other names, issuers appear and leave. None of this is a fault.

import type { SourceOffer } from '../../contract/offers/source.ts'
import { between, happens, oneOf, seededRandom } from '../../fixtures/generator/seeded-random.ts'
import { record } from '../build/support/source.ts'

const ISSUERS = 8
const MEMBERS = ['url', 'merchant', 'weekdays'] as const

export const EVENTS = [
  'began',
  'ended',
  'left',
  'renewed',
  'priced',
  'repriced',
  'renamed',
  'came',
  'went',
] as const

interface LivingIssuer {
  slug: string
  /** Offers of the month are renewed together on its last day; others end one by one. */
  isMonthly: boolean
  /** None of its offers begins or is renewed: the issuer leaves when the last one has ended. */
  isLeaving: boolean
  offers: SourceOffer[]
}

export class QuietCatalogue {
  readonly #random: () => number
  readonly #categories = Array.from({ length: 5 }, (_, n) => ({
    slug: `category-${n}`,
    name: `Category ${n}`,
  }))
  #issuers: LivingIssuer[] = []
  #count = 0
  readonly seen = Object.fromEntries(EVENTS.map((event) => [event, 0]))

  constructor(seed: string, today: string) {
    this.#random = seededRandom('quiet-mornings', seed)
    for (let n = 0; n < ISSUERS; n++) this.#come(today)
    this.#leave(oneOf(this.#random, this.#issuers), today)
  }

  get files() {
    return {
      issuers: this.#issuers.map(({ slug }) => ({ slug, name: `The ${slug}`, type: 'bank', country: 'CL' })),
      categories: this.#categories,
      offers: this.#issuers.flatMap(({ offers }) => offers),
    }
  }

  wake(today: string): void {
    for (const issuer of this.#issuers) this.#live(issuer, today)
    const gone = this.#issuers.filter(({ offers }) => offers.length === 0)
    this.#see('went', gone.length)
    this.#issuers = this.#issuers.filter((issuer) => !gone.includes(issuer))
    if (this.#issuers.length < ISSUERS) this.#come(today)
    if (this.#happens(0.03)) this.#leave(oneOf(this.#random, this.#issuers), today)
    if (this.#happens(0.2)) this.#rename()
  }

  #live(issuer: LivingIssuer, today: string): void {
    const { offers, isMonthly, isLeaving } = issuer
    const stay = (offer: SourceOffer) => {
      // Some sources keep an offer for a while after its end.
      if (offer.valid_until !== null && offer.valid_until < today) return this.#unless('ended', 0.7)
      return this.#unless('left', 0.004)
    }
    if (isMonthly && !isLeaving && today === lastOfMonth(today)) this.#renew(issuer, dayAfter(today, 1))
    issuer.offers = offers.filter(stay)
    for (const offer of issuer.offers) this.#change(offer)
    if (this.#happens(0.03)) this.#reprice(issuer)
    if (!isLeaving && this.#happens(0.6)) this.#begin(issuer, today)
  }

  #unless(event: (typeof EVENTS)[number], chance: number): boolean {
    const happened = this.#happens(chance)
    this.#see(event, happened ? 1 : 0)
    return !happened
  }

  /** Prices follow the inflation, texts are corrected, and now and then a member becomes unknown or known. */
  #change(offer: SourceOffer): void {
    const { value, cap } = offer.benefit
    if (this.#happens(0.02) && value !== null) {
      const inflated = offer.benefit.kind === 'amount' ? Math.ceil((value * 1.04) / 10) * 10 : value
      offer.benefit = { ...offer.benefit, value: inflated, cap: cap && { ...cap, value: cap.value + 500 } }
      this.#see('priced')
    }
    if (this.#happens(0.01)) offer.title = `${offer.title}, corrected`
    const member = oneOf(this.#random, MEMBERS)
    if (this.#happens(0.005)) Object.assign(offer, { [member]: offer[member] ? null : record()[member] })
  }

  /** Another price list: each value by another factor. */
  #reprice({ offers }: LivingIssuer): void {
    for (const offer of offers) {
      const value = between(this.#random, 1, 99)
      const { kind } = offer.benefit
      offer.benefit = { ...offer.benefit, value: kind === 'amount' ? value * 110 : value }
    }
    this.#see('repriced')
  }

  #renew({ offers }: LivingIssuer, firstOfMonth: string): void {
    for (const offer of offers) {
      if (this.#happens(0.1)) continue
      offer.valid_from = firstOfMonth
      offer.valid_until = lastOfMonth(firstOfMonth)
      if (this.#happens(0.3)) offer.title = `${offer.ref} in ${firstOfMonth.slice(0, 7)}`
    }
    this.#see('renewed')
  }

  #leave(issuer: LivingIssuer, today: string): void {
    issuer.isLeaving = true
    for (const offer of issuer.offers) offer.valid_until ??= dayAfter(today, between(this.#random, 6, 30))
  }

  #rename(): void {
    const category = oneOf(this.#random, this.#categories)
    const renamed = { slug: `category-${++this.#count}`, name: `Category ${this.#count}` }
    const { slug } = category
    category.name = renamed.name
    this.#see('renamed')
    if (this.#happens(0.5)) return
    category.slug = renamed.slug
    for (const { offers } of this.#issuers) {
      for (const offer of offers) if (offer.category === slug) offer.category = renamed.slug
    }
  }

  #come(today: string): void {
    const isMonthly = this.#issuers.length % 2 === 0
    const issuer = { slug: `banco-${++this.#count}`, isMonthly, isLeaving: false, offers: [] }
    this.#issuers.push(issuer)
    const size = between(this.#random, 3, 30)
    for (let n = 0; n < size; n++) this.#begin(issuer, today)
    this.#see('came')
  }

  #begin({ slug, isMonthly, offers }: LivingIssuer, today: string): void {
    const random = this.#random
    const ref = `offer-${++this.#count}`
    const isAmount = this.#happens(0.4)
    const value = isAmount ? between(random, 10, 999) * 10 : between(random, 1, 60)
    const from = dayAfter(today, between(random, -20, 5))
    const until = this.#happens(0.2) ? null : dayAfter(today, between(random, 6, 70))
    const cap = this.#happens(0.3) ? { value: between(random, 5, 30) * 1000, currency: 'CLP' } : null
    const kind = isAmount ? 'amount' : 'percentage'
    const benefit = { kind, value, currency: isAmount ? 'CLP' : null, cap, summary: `${value}` } as const
    offers.push(
      record({
        ...{ ref, issuer: slug, title: `Title of ${ref}`, benefit },
        category: oneOf(random, this.#categories).slug,
        valid_from: this.#happens(0.3) ? null : from,
        valid_until: isMonthly ? lastOfMonth(from < today ? today : from) : until,
        url: this.#happens(0.3) ? null : `https://${slug}.example/${ref}`,
        weekdays: this.#happens(0.5) ? null : ['monday', 'friday'],
      }),
    )
    this.#see('began')
  }

  #happens(chance: number): boolean {
    return happens(this.#random, chance)
  }

  #see(event: (typeof EVENTS)[number], times = 1): void {
    this.seen[event] = (this.seen[event] ?? 0) + times
  }
}

export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

function lastOfMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
