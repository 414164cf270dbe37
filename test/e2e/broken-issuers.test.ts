// Mornings on which issuers break, stay broken and come back, a hundred and twenty of them in full. Each build knows
// only the one before and must detect the broken issuers; the model is given them, and remembers everything.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { SourceOffer } from '../../contract/offers/source.ts'
import { between, happens, oneOf, seededRandom } from '../../fixtures/generator/seeded-random.ts'
import { runBuild } from '../build/support/program.ts'
import { readPublished } from '../build/support/published.ts'
import { record, writeSource } from '../build/support/source.ts'
import { inFull, SLOW_MS } from '../helpers/slow-suite.ts'
import { BrokenIssuersModel, type IssuerMorning, KEEP_DAYS } from './broken-issuers-model.ts'

t.setTimeout(SLOW_MS)

const MORNINGS = inFull ? 120 : 12
const SEED = process.env.SEED ?? '3'
const OFFERS = 14
const FIRST_DAY = Date.UTC(2026, 2, 1)
const NAMES = ['alerce', 'boldo', 'canelo', 'litre', 'maiten'].map((name) => `banco-${name}`)
const ISSUERS = NAMES.map((slug) => ({ slug, name: slug, type: 'bank', country: 'CL' }))

type Mood = 'whole' | 'gone' | 'spoiled' | 'mostly gone' | 'mostly spoiled' | 'lost' | 'swapped' | 'scaled'
const BROKEN: readonly Mood[] = [
  'gone',
  'spoiled',
  'mostly gone',
  'mostly spoiled',
  'lost',
  'swapped',
  'scaled',
]

/** The faults of a converter, the same for all offers of an issuer. */
interface Data {
  valid_from: string
  url: string | null
  value: number
}

/** The kinds of fault, and the message of the build for each. */
const SPOILING: Partial<Record<Mood, { reason: string; spoil: (data: Data) => Data }>> = {
  lost: { reason: 'lost url', spoil: (data) => ({ ...data, url: null }) },
  swapped: {
    reason: 'swapped_days valid_from/valid_until',
    spoil: (data) => ({
      ...data,
      valid_from: data.valid_from === '2026-01-02' ? '2026-02-01' : '2026-01-02',
    }),
  },
  scaled: {
    reason: 'scaled benefit.value/benefit.cap',
    spoil: (data) => ({ ...data, value: data.value === 40 ? 4 : 40 }),
  },
}
/** How long an issuer stays broken: some come back in time, some on the last day, some too late. */
const LENGTHS = [1, 2, 6, 7, 8, 12, 20]

const dayOf = (number: number) => new Date(FIRST_DAY + number * 86_400_000).toISOString().slice(0, 10)

interface Own {
  ref: string
  title: string
  until: string | null
  /** Whether it is in the source, and the day until which its record is spoiled. */
  isThere: boolean
  spoiledUntil: number
}

/** An issuer whose offers change each day, even while its source is broken. */
class Issuer {
  readonly slug: string
  readonly #random: () => number
  mood: Mood = 'whole'
  #moodUntil = 0
  readonly #offers: Own[]
  #data: Data = { valid_from: '2026-01-02', url: 'https://banco.example/', value: 40 }

  constructor(slug: string) {
    this.slug = slug
    this.#random = seededRandom('broken-issuers', SEED, slug)
    this.#offers = Array.from({ length: OFFERS }, (_, n) => ({
      ref: `${slug}-${n}`,
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
      const breaks = day > 0 && this.mood === 'whole' && mayBreak && happens(random, 0.2)
      this.mood = breaks ? oneOf(random, BROKEN) : 'whole'
      // A lost member can be lost again only after it has come back.
      if (this.mood === 'lost' && this.#data.url === null) this.mood = 'whole'
      if (this.mood === 'whole') this.#data.url ??= 'https://banco.example/'
      this.#moodUntil = day + (breaks ? oneOf(random, LENGTHS) : 1)
    }
    this.#change(day)
    const there = this.#offers.filter(({ isThere }) => isThere)
    const [few, most] = [there.slice(0, 3), there.slice(3)]
    const refs = (offers: readonly Own[]) => offers.map(({ ref }) => ref)
    const spoiled = there.filter(({ spoiledUntil }) => spoiledUntil > day)
    const spoiling = SPOILING[this.mood]
    const good = (offers: readonly Own[]) => {
      const data = JSON.stringify(spoiling?.spoil(this.#data) ?? this.#data)
      return offers.map(({ ref, title, until }) => ({ ref, title, until, data }))
    }
    const broken = { isBroken: true, reason: null }
    switch (this.mood) {
      case 'gone':
        return { ...broken, good: [], rejected: [] }
      case 'spoiled':
        return { ...broken, good: [], rejected: refs(there) }
      case 'mostly gone':
        return { ...broken, good: good(few), rejected: [] }
      case 'mostly spoiled':
        return { ...broken, good: good(few), rejected: refs(most) }
      default:
        return {
          isBroken: spoiling !== undefined,
          reason: spoiling?.reason ?? null,
          good: good(there.filter((each) => !spoiled.includes(each))),
          rejected: refs(spoiled),
        }
    }
  }

  /** The build now accepts the data as it is. */
  adopt(): void {
    this.#data = SPOILING[this.mood]?.spoil(this.#data) ?? this.#data
    this.mood = 'whole'
  }

  /** An offer is rewritten, another leaves or returns, the record of one is spoiled for some days. */
  #change(day: number): void {
    const random = this.#random
    const any = () => oneOf(random, this.#offers)
    if (happens(random, 0.2)) any().title = `${this.slug} ${day} ${between(random, 0, 1e9)}`
    // At most one is missing and one is spoiled, so a whole issuer stays whole.
    const away = this.#offers.find(({ isThere }) => !isThere)
    if (away && happens(random, 0.2)) away.isThere = true
    else if (!away && happens(random, 0.1)) any().isThere = false
    const isSpoiled = this.#offers.some(({ spoiledUntil }) => spoiledUntil > day)
    if (!isSpoiled && happens(random, 0.1)) any().spoiledUntil = day + oneOf(random, [1, 3, 7, 8, 10])
  }
}

/** The good ones and the spoiled ones, as records or as rows that a converter rejected. */
function linesOf(issuer: string, { good, rejected }: IssuerMorning, random: () => number) {
  const spoiled = rejected.map((ref) => ({ ref, isRow: happens(random, 0.5) }))
  const offers = [
    ...good.map(({ ref, title, until, data }) => recordOf({ ref, issuer, title, valid_until: until }, data)),
    ...spoiled
      .filter(({ isRow }) => !isRow)
      .map(({ ref }) => ({ ...record({ ref, issuer }), valid_until: 'Todos los martes' })),
  ]
  const rows = spoiled
    .filter(({ isRow }) => isRow)
    .map(({ ref }) => ({
      ...{ ref, issuer: happens(random, 0.5) ? issuer : null, at: 'ofertas.csv:7' },
      errors: [{ field: 'Hasta', found: 'martes', expected: 'a day' }],
    }))
  return { offers, rows }
}

function recordOf(named: Partial<SourceOffer>, data: string): SourceOffer {
  const { value, ...others }: Data = JSON.parse(data)
  return record({ ...named, ...others, benefit: { ...record().benefit, value } })
}

t.test(`over ${MORNINGS} mornings with broken issuers the build agrees with a model`, async (t) => {
  const root = t.testdir({})
  const out = join(root, 'out')
  const issuers = NAMES.map((slug) => new Issuer(slug))
  const model = new BrokenIssuersModel()
  const seen = { broken: 0, kept: 0, withdrawn: 0, mended: 0, distrusted: 0, believed: 0, rows: 0 }
  let hasRun = false
  let before = new Set<string>()
  for (let number = 0; number < MORNINGS; number++) {
    const random = seededRandom('mornings', SEED, number)
    const day = dayOf(number)
    const morning = new Map<string, IssuerMorning>()
    for (const issuer of issuers) {
      const others = issuers.filter((each) => each !== issuer && each.mood !== 'whole')
      morning.set(issuer.slug, issuer.wake(number, hasRun && others.length < 2))
    }
    // Now and then the daily job does not run: days are counted by the calendar.
    hasRun = number === 0 || !happens(random, 0.05)
    if (!hasRun) continue
    model.see(day, morning)

    const lines = Array.from(morning, ([slug, source]) => linesOf(slug, source, random))
    const offers = lines.flatMap((each) => each.offers)
    const rows = lines.flatMap((each) => each.rows.map((row) => `${JSON.stringify(row)}\n`))
    const source = writeSource(join(root, 'source'), { issuers: ISSUERS, offers })
    writeFileSync(join(source, 'rejected.ndjson'), rows.join(''))
    const ended = await runBuild(source, out, '--as-of', `${day}T15:00:00Z`)
    t.equal(ended.code, 0, `${day}: ${ended.stderr}`)
    const { manifest, body, byTitle } = await readPublished(out)

    const named = manifest.broken_issuers.map(({ issuer, days, reasons, kept, withdrawn }) => {
      const reason = reasons?.map((each) => `${each.reason} ${each.member}`).join() ?? null
      return { issuer, days, reason, kept, withdrawn }
    })
    t.same(
      named,
      model.broken,
      `${day}: the broken issuers, their days and reasons, what is kept and withdrawn`,
    )
    const listed = model.listed()
    const { data } = JSON.parse((await body('/beta/issuers')) ?? '')
    t.same(
      data.map(({ slug, offers_count }: { slug: string; offers_count: number }) => [slug, offers_count]),
      NAMES.map((slug) => [slug, listed[slug]?.length]),
      `${day}: every issuer, with the number of its offers`,
    )
    const published = [...(await byTitle()).values()]
    for (const slug of NAMES) {
      const own = published.filter(({ issuer }) => issuer.slug === slug)
      const reads = own.map(({ title, updated_at, valid_from, url, benefit: { value } }) => {
        return [title, updated_at.slice(0, 10), JSON.stringify({ valid_from, url, value })]
      })
      t.same(
        reads.sort(),
        listed[slug],
        `${day}: the offers of ${slug}, their content, and when they changed`,
      )
    }
    const believed = named.filter(({ reason, days }) => reason !== null && days > KEEP_DAYS)
    for (const { issuer } of believed) issuers.find(({ slug }) => slug === issuer)?.adopt()
    const broken = new Set(named.map(({ issuer }) => issuer))
    seen.broken += broken.size
    seen.kept += named.filter(({ kept }) => kept > 0).length
    seen.withdrawn += named.filter(({ withdrawn }) => withdrawn > 0).length
    seen.mended += [...before].filter((issuer) => !broken.has(issuer)).length
    seen.distrusted += named.filter(({ reason }) => reason !== null).length
    seen.believed += believed.length
    seen.rows += rows.length
    before = broken
  }
  t.comment(JSON.stringify(seen))
  for (const [what, count] of Object.entries(seen)) {
    // An issuer must be broken for more than a week.
    const isRare = what === 'believed' || what === 'withdrawn'
    if (inFull || !isRare) t.ok(count >= (inFull && !isRare ? 10 : 1), `${what}: ${count} times`)
  }
})
