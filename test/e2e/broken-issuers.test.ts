// Mornings on which issuers break, stay broken and come back, a hundred and twenty of them in full. Each build knows
// only the one before and has to find out who is broken; the model is told, and remembers everything.

import { join } from 'node:path'
import t from 'tap'
import { between, happens, oneOf, seededRandom } from '../../fixtures/seeded-random.ts'
import { runBuild } from '../build/support/program.ts'
import { readPublished } from '../build/support/published.ts'
import { record, writeSource } from '../build/support/source.ts'
import { inFull, SLOW_MS } from '../helpers/slow-suite.ts'
import { BrokenIssuersModel, type IssuerMorning } from './broken-issuers-model.ts'

t.setTimeout(SLOW_MS)

const MORNINGS = inFull ? 120 : 12
const SEED = process.env.SEED ?? '3'
const OFFERS = 14
const FIRST_DAY = Date.UTC(2026, 2, 1)
const NAMES = ['alerce', 'boldo', 'canelo', 'litre', 'maiten'].map((name) => `banco-${name}`)
const ISSUERS = NAMES.map((slug) => ({ slug, name: slug, type: 'bank', country: 'CL' }))

type Mood = 'whole' | 'gone' | 'spoiled' | 'mostly gone' | 'mostly spoiled'
const BROKEN: readonly Mood[] = ['gone', 'spoiled', 'mostly gone', 'mostly spoiled']
/** How long an issuer stays broken: some come back in time, some on the last day, some too late. */
const LENGTHS = [1, 2, 6, 7, 8, 12, 20]

const dayOf = (number: number) => new Date(FIRST_DAY + number * 86_400_000).toISOString().slice(0, 10)

interface Own {
  ref: string
  title: string
  until: string | null
  /** Whether it is in the source, and until which day its record is spoiled. */
  isThere: boolean
  spoiledUntil: number
}

/** An issuer that lives on whether its source is broken or not. */
class Issuer {
  readonly slug: string
  readonly #random: () => number
  mood: Mood = 'whole'
  #moodUntil = 0
  readonly #offers: Own[]

  constructor(slug: string) {
    this.slug = slug
    this.#random = seededRandom('broken-issuers', SEED, slug)
    this.#offers = Array.from({ length: OFFERS }, (_, n) => ({
      ref: `${n}`,
      title: `${slug} ${n}`,
      // Two end by themselves.
      until: n < 2 ? dayOf(between(this.#random, 5, 100)) : null,
      isThere: true,
      spoiledUntil: 0,
    }))
  }

  /** @param mayBreak whether few enough others are broken for the source as a whole to be good */
  wake(day: number, mayBreak: boolean): IssuerMorning {
    const random = this.#random
    if (day >= this.#moodUntil) {
      const breaks = day > 0 && this.mood === 'whole' && mayBreak && happens(random, 0.15)
      this.mood = breaks ? oneOf(random, BROKEN) : 'whole'
      this.#moodUntil = day + (breaks ? oneOf(random, LENGTHS) : 1)
    }
    this.#change(day)
    const there = this.#offers.filter(({ isThere }) => isThere)
    const [few, most] = [there.slice(0, 3), there.slice(3)]
    const refs = (offers: readonly Own[]) => offers.map(({ ref }) => ref)
    const spoiled = there.filter(({ spoiledUntil }) => spoiledUntil > day)
    switch (this.mood) {
      case 'gone':
        return { isBroken: true, good: [], rejected: [] }
      case 'spoiled':
        return { isBroken: true, good: [], rejected: refs(there) }
      case 'mostly gone':
        return { isBroken: true, good: few, rejected: [] }
      case 'mostly spoiled':
        return { isBroken: true, good: few, rejected: refs(most) }
      case 'whole':
        return {
          isBroken: false,
          good: there.filter((each) => !spoiled.includes(each)),
          rejected: refs(spoiled),
        }
    }
  }

  /** An offer is written anew, another leaves or returns, the record of one is spoiled for some days. */
  #change(day: number): void {
    const random = this.#random
    const any = () => oneOf(random, this.#offers)
    if (happens(random, 0.2)) any().title = `${this.slug} ${day} ${between(random, 0, 1e9)}`
    // Never more than one is away, and one is spoiled: a whole issuer stays one.
    const away = this.#offers.find(({ isThere }) => !isThere)
    if (away && happens(random, 0.2)) away.isThere = true
    else if (!away && happens(random, 0.1)) any().isThere = false
    const isSpoiled = this.#offers.some(({ spoiledUntil }) => spoiledUntil > day)
    if (!isSpoiled && happens(random, 0.1)) any().spoiledUntil = day + oneOf(random, [1, 3, 7, 8, 10])
  }
}

function linesOf(issuer: string, { good, rejected }: IssuerMorning): unknown[] {
  return [
    ...good.map(({ ref, title, until }) => record({ ref, issuer, title, valid_until: until })),
    ...rejected.map((ref) => ({ ...record({ ref, issuer }), valid_until: 'Todos los martes' })),
  ]
}

t.test(`${MORNINGS} mornings with broken issuers are those of a model`, async (t) => {
  const root = t.testdir({})
  const out = join(root, 'out')
  const issuers = NAMES.map((slug) => new Issuer(slug))
  const model = new BrokenIssuersModel()
  const seen = { broken: 0, kept: 0, withdrawn: 0, mended: 0 }
  let before = new Set<string>()
  for (let number = 0; number < MORNINGS; number++) {
    const random = seededRandom('mornings', SEED, number)
    const day = dayOf(number)
    const morning = new Map<string, IssuerMorning>()
    for (const issuer of issuers) {
      const others = issuers.filter((each) => each !== issuer && each.mood !== 'whole')
      morning.set(issuer.slug, issuer.wake(number, others.length < 2))
    }
    // Now and then the daily job does not run: days are those of the calendar.
    if (number > 0 && happens(random, 0.05)) continue
    model.see(day, morning)

    const offers = [...morning].flatMap(([slug, source]) => linesOf(slug, source))
    const source = writeSource(join(root, 'source'), { issuers: ISSUERS, offers })
    const ended = await runBuild(source, out, '--as-of', `${day}T15:00:00Z`)
    t.equal(ended.code, 0, `${day}: ${ended.stderr}`)
    const { manifest, body, byTitle } = await readPublished(out)

    const named = manifest.broken_issuers.map(({ issuer, days, kept, withdrawn }) => {
      return { issuer, days, kept, withdrawn }
    })
    t.same(named, model.broken, `${day}: the broken issuers, their days, what is kept and withdrawn`)
    const listed = model.listed()
    const { data } = JSON.parse((await body('/beta/issuers')) ?? '')
    t.same(
      data.map(({ slug, offers_count }: { slug: string; offers_count: number }) => [slug, offers_count]),
      NAMES.map((slug) => [slug, listed[slug]?.length]),
      `${day}: every issuer, and how many offers it has`,
    )
    const published = [...(await byTitle()).values()]
    for (const slug of NAMES) {
      const own = published.filter(({ issuer }) => issuer.slug === slug)
      const reads = own.map(({ title, updated_at }): [string, string] => [title, updated_at.slice(0, 10)])
      t.same(reads.sort(), listed[slug], `${day}: the offers of ${slug}, and when they changed`)
    }
    const broken = new Set(named.map(({ issuer }) => issuer))
    seen.broken += broken.size
    seen.kept += named.filter(({ kept }) => kept > 0).length
    seen.withdrawn += named.filter(({ withdrawn }) => withdrawn > 0).length
    seen.mended += [...before].filter((issuer) => !broken.has(issuer)).length
    before = broken
  }
  t.comment(JSON.stringify(seen))
  for (const [what, count] of Object.entries(seen)) {
    t.ok(count >= (inFull ? 10 : 1), `${what}: ${count} times`)
  }
})
