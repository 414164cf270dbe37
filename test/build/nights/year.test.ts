// A year of a small world: what is published each night is what a naive bookkeeper writes down who knows each offer.

import { join } from 'node:path'
import t from 'tap'
import { isListed } from '../../../contract/offers/offer.ts'
import type { SourceOffer } from '../../../contract/offers/source.ts'
import { LONG_MS } from '../../helpers/slow-suite.ts'
import { offersBuild, runBuild } from '../support/program.ts'
import { readPublished } from '../support/published.ts'
import { shopName } from '../support/shop-names.ts'
import { ISSUERS, record, writeSource } from '../support/source.ts'

t.setTimeout(LONG_MS)

const NIGHTS = 365
const DAY_MS = 86_400_000

/** The same numbers each time, from 0 up to a bound. */
let seed = 20_260_301
const random = (bound: number) => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % bound
}

/** An offer of the world, as its issuer knows it. */
interface Real {
  shop: number
  issuer: string
  ref: string
  title: string
  since: number
  until: number | null
}

/** What the bookkeeper knows of an id: the shop, and the last night on which it read otherwise. */
interface Entry {
  shop: number
  reads: string
  changed: string
}

const TITLES = ['20% de descuento en', '2x1 los martes en', 'Menú especial de', 'Todo a mitad de precio en']

let shops = 0
let refs = 0
const real: Real[] = []
const open = (issuer: string, night: number, ref = `${++refs}`): void => {
  const shop = shops++
  const until = random(3) ? null : night + 10 + random(60)
  real.push({ shop, issuer, ref, title: `${TITLES[random(4)]} ${shopName(shop)}`, since: night, until })
}
const slugs = ISSUERS.map(({ slug }) => slug)
for (const issuer of slugs) for (let each = 0; each < 14; each++) open(issuer, 0)

/** One to four events a night. An offer takes part in one of them: retitled under another ref, nobody could know it again. */
function live(night: number): string[] {
  const touched = new Set<Real>()
  return Array.from({ length: 1 + random(4) }, () => {
    const issuer = slugs[random(3)] ?? ''
    const own = real.filter((each) => each.issuer === issuer && !touched.has(each))
    const [one, other] = [own[random(own.length)], own[random(own.length)]]
    const event = random(6)
    if (!one || !other || one === other || own.length < 10) {
      open(issuer, night)
      return `opened at ${issuer}`
    }
    touched.add(one)
    if (event === 0) one.title = `${TITLES[random(4)]} ${shopName(one.shop)}`
    if (event === 1) open(issuer, night)
    if (event === 2 || event === 4) real.splice(real.indexOf(one), 1)
    if (event === 3) [one.ref, other.ref] = [other.ref, one.ref]
    if (event === 3) touched.add(other)
    if (event === 4) open(issuer, night, one.ref)
    if (event === 5) one.until = one.until === null ? night + 20 : null
    return `${EVENTS[event]} at ${issuer}: ${shopName(one.shop)}`
  })
}

const EVENTS = ['retitled', 'opened', 'left', 'exchanged refs', 'its ref used again', 'another end']

t.test(`${NIGHTS} nights: ids, statuses and updated_at are those of the bookkeeper`, async (t) => {
  const root = t.testdir({})
  const [source, out] = [join(root, 'source'), join(root, 'out')]
  const book = new Map<string, Entry>()
  const idOf = new Map<number, string>()
  const day = (night: number) => new Date(Date.UTC(2026, 2, 1, 12) + night * DAY_MS).toISOString()
  for (let night = 0; night < NIGHTS; night++) {
    const events = night === 0 ? [] : live(night)
    const today = real.map(
      ({ shop, issuer, ref, title, until }): SourceOffer =>
        record({
          issuer,
          ref,
          title,
          merchant: shopName(shop),
          url: null,
          valid_from: null,
          valid_until: until === null ? null : day(until).slice(0, 10),
        }),
    )
    const { code, stderr } = await runBuild(
      writeSource(source, { offers: today }),
      out,
      '--as-of',
      day(night),
    )
    if (code !== 0 || stderr !== '') t.fail(`night ${night}: ${events.join(', ')}: ${stderr}`)
    const published = await readPublished(out)
    const offers = [...(await published.byTitle()).values()]
    const listed = real.filter(({ until }) => until === null || until >= night)
    if (offers.length !== listed.length) t.fail(`night ${night}: ${offers.length} listed of ${listed.length}`)
    for (const { shop, title, until } of listed) {
      const offer = offers.find((each) => each.title === title)
      const id = offer?.id ?? ''
      const entry = book.get(id)
      if (!offer || !isListed(offer.status)) t.fail(`night ${night}: ${title} is not listed`)
      if (entry && entry.shop !== shop)
        t.fail(`night ${night}: ${id} named ${shopName(entry.shop)}, and now ${title}`)
      if ((idOf.get(shop) ?? id) !== id)
        t.fail(`night ${night}: ${title} was ${idOf.get(shop)}, and is ${id}`)
      const reads = `${title} ${until}`
      const changed = entry?.reads === reads ? entry.changed : day(night)
      if (offer?.updated_at !== changed)
        t.fail(`night ${night}: ${title}: ${offer?.updated_at}, not ${changed}`)
      book.set(id, { shop, reads, changed })
      idOf.set(shop, id)
    }
    if (night % 30 === 29) {
      await offersBuild(['prune', '--out', out, '--keep', '2', '--grace', '0'], Date.UTC(2030, 0, 1))
    }
  }
  t.ok(book.size > 200, `${book.size} offers`)
})
