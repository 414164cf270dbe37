// The reasons why refs are not trusted: which names count, and how many.

import t from 'tap'
import { type CatalogueOffer, catalogueOffer, PRESENT } from '../../../build/day/catalogue-offer.ts'
import { LineStore } from '../../../build/day/line-store.ts'
import type { Named } from '../../../build/source/moved-refs.ts'
import { RefChanges } from '../../../build/source/ref-changes.ts'
import type { OfferStatus } from '../../../contract/offers/offer.ts'
import { jsonLine } from '../../../lib/json/json.ts'
import { tinyOffer } from '../../helpers/tiny-offer.ts'
import { record } from '../support/source.ts'

/** What the guard says of an issuer whose refs count the rows; a missing row has left the source. */
function reasonsAfter(
  before: readonly Named[],
  now: readonly Named[],
  status: OfferStatus = 'active',
): string[] {
  return reasonsOf([[before, now]], status)
}

type Days = [before: readonly Named[], now: readonly (Named | undefined)[]]

function reasonsOf(issuers: readonly Days[], status: OfferStatus = 'active'): string[] {
  const lines = new LineStore()
  const known = new Map<string, CatalogueOffer>()
  const offers = new Map<string, CatalogueOffer>()
  const refs = new RefChanges(known, lines)
  for (const [at, [before, now]] of issuers.entries()) {
    const rendered = before.map((each, index) => {
      const offer = { ...tinyOffer(100 * at + index, ''), merchant: null, url: null, ...each, status }
      const line = lines.append(Buffer.from(jsonLine(offer)))
      known.set(offer.id, { ...catalogueOffer(offer, line, PRESENT), issuer: `issuer-${at}` })
      return offer
    })
    now.slice(0, before.length).forEach((each, index) => {
      const offer = rendered[index]
      const own = known.get(offer?.id ?? '')
      if (!offer || !own || !each) return
      offers.set(own.id, own)
      const today = record({ ref: `${index + 1}`, merchant: null, url: null, ...each })
      refs.look(today, own, JSON.stringify(before[index]) === JSON.stringify(each) ? undefined : offer)
    })
  }
  const found = refs.reasonsByIssuer(offers, new Map())
  return [...found.values()].map(({ reason, changed, of }) => `${reason} ${changed}/${of}`)
}

const shops = (...names: string[]): Named[] =>
  names.map((name) => ({ title: `20% at ${name}`, merchant: name }))
const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L']

t.test('a row on top moves names to other refs', async (t) => {
  t.same(reasonsAfter(shops(...LETTERS), shops('New', ...LETTERS)), ['moved_refs 11/12'])
  t.same(reasonsAfter(shops('A', 'B', 'C', 'D'), shops('New', 'A', 'B', 'C')), ['moved_refs 3/4'])
  t.same(reasonsAfter(shops('A', 'B', 'C'), shops('New', 'A', 'B')), [], 'two may be an accident')
  t.same(reasonsAfter(shops(...LETTERS), shops(...LETTERS)), [])
})

t.test('issuers with few new names are judged together', async (t) => {
  // The rows of a table are numbered over all issuers, so a row on top takes the first ref of each.
  const pushed = (...names: string[]): Days => [shops(...names), [undefined, ...shops(...names)]]
  const renamed = (...names: string[]): Days => [
    shops(...names),
    shops(...names.map((name) => `New ${name}`)),
  ]
  const pairs = [pushed('A', 'B'), pushed('C', 'D'), pushed('E', 'F')]
  t.same(reasonsOf(pairs), ['moved_refs 1/1', 'moved_refs 1/1', 'moved_refs 1/1'])
  t.same(reasonsOf(pairs.slice(1)), [], 'two may be an accident')
  t.same(reasonsOf([...pairs, renamed('G', 'H')]).length, 3, 'whose names did not move is not held')
  t.same(reasonsOf([...pairs, renamed('G', 'H', 'I')]), [], 'they are half of the new names')
  t.same(
    reasonsOf([...pairs, renamed(...LETTERS.slice(0, 9))]).length,
    3,
    'an issuer with many is judged alone',
  )
})

t.test('names move only from listed offers', async (t) => {
  t.same(reasonsAfter(shops('A', 'B', 'C', 'D'), shops('New', 'A', 'B', 'C'), 'withdrawn'), [])
})

t.test('a name that several offers had or have says nothing', async (t) => {
  const titles = (...each: number[]): Named[] => each.map((percent) => ({ title: `${percent}%` }))
  const twice = titles(10, 15, 20, 25, 30, 10, 15, 20, 25, 30)
  t.same(reasonsAfter(twice, titles(15, 20, 25, 30, 10, 10, 15, 20, 25, 30)), [])
  t.same(reasonsAfter(titles(10, 15, 20, 25, 30, 35), titles(15, 15, 15, 15, 15, 40)), [])
  t.same(reasonsAfter(titles(1, 2, 3, 4, 5, 6), titles(4, 5, 6, 4, 5, 6)), [], 'they still have it')
})

t.test('merchant and address distinguish offers of one title', async (t) => {
  const at = (...names: string[]): Named[] => names.map((merchant) => ({ title: '20%', merchant }))
  t.same(reasonsAfter(at('A', 'B', 'C', 'D'), at('New', 'A', 'B', 'C')), ['moved_refs 3/4'])
  const pages = (...each: string[]): Named[] =>
    each.map((page, index) => ({ title: index % 2 ? '20%' : '30%', url: `https://a.example/${page}` }))
  const before = pages('a', 'b', 'c', 'd', 'e')
  const top = { title: '40%', url: 'https://a.example/new' }
  t.same(reasonsAfter(before, [top, ...before]), ['moved_refs 4/5'])
})

t.test('refs are used again if title, merchant and address of most offers are all new', async (t) => {
  const url = 'https://a.example/'
  const same = (count: number, each: Named) => Array.from({ length: count }, () => each)
  const before: Named = { title: 'A', merchant: 'Shop A', url: `${url}a` }
  const now: Named = { title: 'B', merchant: 'Shop B', url: `${url}b` }
  const table: [now: Named, count: number, expected: string[]][] = [
    [now, 10, ['other_offers 10/10']],
    [now, 9, []],
    [{ ...now, url: before.url ?? null }, 20, []],
    [{ ...now, merchant: before.merchant ?? null }, 20, []],
    [{ ...now, title: 'á!' }, 20, []],
    [{ title: 'B', merchant: 'Shop B' }, 20, ['other_offers 20/20']],
    [{ title: 'B' }, 20, []],
  ]
  for (const [next, count, expected] of table) {
    t.same(reasonsAfter(same(count, before), same(count, next)), expected, `${count} ${JSON.stringify(next)}`)
  }
  t.same(reasonsAfter(same(10, before), same(10, now), 'expired'), ['other_offers 10/10'], 'ended ones, too')
  const titled = (name: string) => ({ title: name, merchant: name })
  t.same(reasonsAfter(same(20, titled('A')), same(20, titled('B'))), [], 'a merchant that is the title')
  const half = [...same(6, now), ...same(6, before)]
  t.same(reasonsAfter(same(12, before), half), [], 'half is not more than half')
})
