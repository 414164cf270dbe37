// Searches in a copy answer for today, not for the day of its data: after midnight, before the next build, at noon without
// one, and when nothing has updated the copy for 330 days.

import { join } from 'node:path'
import t from 'tap'
import { run } from '../../client/cli/run.ts'
import { createOffersClient, type Offer } from '../../client/index.ts'
import type { Clock } from '../../client/lib/clock.ts'
import { createMirror, type OfferFilter } from '../../client/mirror/index.ts'
import { folderStore } from '../../client/node/index.ts'
import { seededRandom } from '../../fixtures/generator/seeded-random.ts'
import { asRecord } from '../../lib/json/json.ts'
import { demonstrationRelease } from '../helpers/demonstration.ts'
import { startGateway } from '../helpers/gateway.ts'
import { BUSY_MS, inFullOnCI } from '../helpers/slow-suite.ts'
import { mirrorOf, startMcp } from './support/mcp-client.ts'

t.setTimeout(BUSY_MS)

const QUESTIONS = inFullOnCI ? 120 : 40

/** The data is of 2026-09-01, 10:00 UTC. */
const TIMES = [
  { name: 'at 05:30 in Santiago', now: '2026-09-02T09:30:00Z', today: '2026-09-02' },
  { name: 'at noon, without a build', now: '2026-09-02T16:00:00Z', today: '2026-09-02' },
  { name: 'before midnight there, after it in UTC', now: '2026-09-02T03:59:00Z', today: '2026-09-01' },
  { name: '330 days later', now: '2027-07-28T16:00:00Z', today: '2027-07-28' },
]

const clockAt = (now: string): Clock => ({
  now: () => Date.parse(now),
  random: () => 0,
  sleep: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
})

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

const later = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** Filters drawn by chance, from the values of the offers and the days around today. */
function questionsFor(offers: readonly Offer[], today: string): OfferFilter[] {
  const random = seededRandom(`questions of ${today}`)
  const oneOf = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T
  const sometimes = <T>(share: number, make: () => T) => (random() < share ? make() : undefined)
  const day = () => (random() < 0.4 ? 'today' : later(today, Math.floor(random() * 21) - 10))
  return Array.from({ length: QUESTIONS }, () => ({
    issuer: sometimes(0.15, () => oneOf(offers).issuer.slug),
    category: sometimes(0.25, () => oneOf(offers).category.name),
    comuna: sometimes(0.15, () => oneOf(offers).comunas[0]?.slug),
    kind: sometimes(0.15, () => oneOf(['percentage', 'multibuy', 'amount'] as const)),
    weekday: sometimes(0.2, () => oneOf(WEEKDAYS)),
    day: sometimes(0.25, day),
    ends_by: sometimes(0.2, day),
    starts_from: sometimes(0.1, day),
    sort: sometimes(0.3, () => oneOf(['ends', 'starts', 'updated'] as const)),
    strict: sometimes(0.2, () => true),
    ended: sometimes(0.2, () => oneOf([true, false])),
  })).filter((asked) => canHold(asked, today))
}

/** Whether an offer could pass all filters: others are refused. */
function canHold({ day, weekday, ends_by, starts_from }: OfferFilter, today: string): boolean {
  const dayOf = (given: string | undefined) => (given === 'today' ? today : given)
  const inOrder = [dayOf(starts_from), dayOf(day), dayOf(ends_by)].filter((each) => each !== undefined)
  const isWeekday = !day || !weekday || WEEKDAYS[new Date(dayOf(day) ?? '').getUTCDay()] === weekday
  return isWeekday && inOrder.join() === inOrder.toSorted().join()
}

/** The plain scan: whether an offer answers a question, whenever it ends. */
function answers(offer: Offer, asked: OfferFilter, today: string): boolean {
  const { valid_from, valid_until, weekdays } = offer
  const dayOf = (given: string) => (given === 'today' ? today : given)
  const unless = (isStated: boolean, holds: () => boolean) => (isStated ? holds() : asked.strict !== true)
  if (asked.issuer && offer.issuer.slug !== asked.issuer) return false
  if (asked.category && offer.category.name !== asked.category) return false
  if (asked.comuna && !offer.comunas.some(({ slug }) => slug === asked.comuna)) return false
  if (asked.kind && offer.benefit.kind !== asked.kind) return false
  const { weekday } = asked
  if (weekday && !unless(weekdays !== null, () => weekdays?.includes(weekday) === true)) return false
  if (asked.ends_by && (valid_until === null || valid_until > dayOf(asked.ends_by))) return false
  if (asked.starts_from && (valid_from === null || valid_from < dayOf(asked.starts_from))) return false
  if (!asked.day) return true
  const day = dayOf(asked.day)
  const name = WEEKDAYS[new Date(day).getUTCDay()] as (typeof WEEKDAYS)[number]
  return (
    // One that ran on the day of the data had begun.
    unless(
      valid_from !== null || (offer.status === 'active' && day >= '2026-09-01'),
      () => (valid_from ?? day) <= day,
    ) &&
    unless(valid_until !== null, () => String(valid_until) >= day) &&
    unless(weekdays !== null, () => weekdays?.includes(name) === true)
  )
}

const isOver = ({ valid_until }: Offer, today: string) => valid_until !== null && valid_until < today

function statusOf({ valid_from, valid_until }: Offer, today: string): string {
  if (valid_until !== null && valid_until < today) return 'expired'
  return valid_from !== null && valid_from > today ? 'scheduled' : 'active'
}

const folder = join(t.testdir({}), 'copy')
let offers: readonly Offer[]
let textOf: ReadonlyMap<string, string>
t.before(async () => {
  const { base, keys } = await startGateway(t, await demonstrationRelease())
  const mirror = createMirror(createOffersClient({ baseUrl: base, key: keys.issue('named') }), {
    store: folderStore(folder),
  })
  offers = (await mirror.sync()).added
  textOf = new Map(offers.map((offer) => [offer.id, JSON.stringify(offer)]))
})

const mirrorAt = (clock: Clock) => {
  const unasked = () => Promise.reject(new Error('no request goes over the network'))
  const client = createOffersClient({ baseUrl: 'https://api.example', key: 'k', fetch: unasked })
  return createMirror(client, { store: folderStore(folder), clock })
}

for (const { name, now, today } of TIMES) {
  t.test(`${QUESTIONS} questions are answered by the day, ${name}`, async (t) => {
    const clock = clockAt(now)
    const mirror = mirrorAt(clock)
    const { call } = await startMcp(t, { mirror: mirrorOf(await mirror.copy()), clock })
    const byId = new Map(offers.map((offer) => [offer.id, offer]))
    const wrong: string[] = []
    const seen = { ended: 0, answered: 0 }
    for (const asked of questionsFor(offers, today)) {
      const matching = offers.filter((offer) => answers(offer, asked, today))
      const past = matching.filter((offer) => isOver(offer, today))
      const expected = asked.ended ? matching : matching.filter((offer) => !isOver(offer, today))
      seen.ended += past.length
      seen.answered += expected.length
      const found = await mirror.find(asked)
      const ids = (list: readonly Offer[]) => list.map(({ id }) => id).sort()
      const isSame =
        JSON.stringify(ids(found)) === JSON.stringify(ids(expected)) &&
        found.total === expected.length &&
        found.ended === past.length &&
        found.every((offer) => JSON.stringify(offer) === textOf.get(offer.id))
      if (!isSame) wrong.push(`find ${JSON.stringify(asked)}`)

      const { content } = await call('find_offers', { ...asked, limit: 50 })
      const records = [content.offers].flat().map((each) => asRecord(each, 'an offer'))
      // Without an offer at the place, those that name no comuna come instead.
      const isTrue = records.every(({ id, status = 'active' }) => {
        const offer = byId.get(String(id))
        return offer && status === statusOf(offer, today) && (asked.ended || !isOver(offer, today))
      })
      const isCounted = content.total === expected.length && (content.ended ?? 0) === past.length
      if (!isTrue || !isCounted) wrong.push(`find_offers ${JSON.stringify(asked)}`)
    }
    t.strictSame(wrong, [])
    if (today > '2026-09-01') t.ok(seen.ended > (QUESTIONS * 5) / 6, `${seen.ended} had ended`)
    t.ok(seen.answered > 100, `${seen.answered} had not`)
  })

  t.test(`the text, the status, the command and the lists of filters are of today, ${name}`, async (t) => {
    const clock = clockAt(now)
    const mirror = mirrorAt(clock)
    const all = await mirror.find({ text: 'cine descuento banco', ended: true })
    t.strictSame(
      [...(await mirror.find({ text: 'cine descuento banco' }))],
      all.filter((offer) => !isOver(offer, today)),
    )
    const wrong = []
    for (const offer of offers)
      if ((await mirror.statusToday(offer)) !== statusOf(offer, today)) wrong.push(offer.id)
    t.strictSame(wrong, [], 'the status')

    let stdout = ''
    const out = (text: string) => {
      stdout += text
    }
    const offersCommand = async (...options: string[]) => {
      stdout = ''
      await run(['find', folder, ...options], { env: {}, version: '1', out, err: () => {}, clock })
      return stdout
    }
    const listed = offers.filter((offer) => !isOver(offer, today))
    const { total, ended, offers: shown } = JSON.parse(await offersCommand('--json'))
    t.strictSame([total, ended], [listed.length, offers.length - listed.length])
    t.strictSame(
      shown,
      listed.map((offer) => ({ ...offer, status: statusOf(offer, today) })),
    )
    const table = await offersCommand('--ended', '--sort', 'ends', '--limit', '1')
    const first = offers.map(({ valid_until }) => valid_until ?? '9').sort()[0] ?? ''
    t.match(table, first < today ? / expired +[^\n]*\nfound: / : / active +[^\n]*\nfound: /)
    const past = ended === 0 ? '' : `${ended} more have ended: --ended, `
    t.match(await offersCommand(), new RegExp(`\nfound: ${total}, ${past}\\D`))

    const { call } = await startMcp(t, { mirror: mirrorOf(await mirror.copy()), clock })
    const { filters } = (await call('list_filters', { filter: 'category' })).content
    const { values } = asRecord(asRecord(filters, 'filters').category, 'category')
    for (const { name, offers: count } of values as { name: string; offers: number }[])
      t.equal(count, listed.filter(({ category }) => category.name === name).length, name)
    const one = offers.find((offer) => isOver(offer, today)) ?? offers[0]
    const { offer } = (await call('get_offer', { id: one?.id })).content
    t.equal(asRecord(offer, 'the offer').status, one && statusOf(one, today))
  })
}

t.test('a search that finds only what has ended says so', async (t) => {
  const clock = clockAt('2027-07-28T16:00:00Z')
  const mirror = mirrorAt(clock)
  const { call } = await startMcp(t, { mirror: mirrorOf(await mirror.copy()), clock })
  const { content } = await call('find_offers', { ends_by: '2026-09-30' })
  const ended = offers.filter(({ valid_until }) => valid_until !== null && valid_until <= '2026-09-30').length
  t.match(content, { total: 0, ended, hints: { 1: `Nothing is found. Try: ${ended} with ended` } })
  t.match(await call('find_offers', { ends_by: '2026-09-30', ended: true }), { content: { total: ended } })
})

t.test('an offer that was withdrawn stays so, and what is not known yet is other', async (t) => {
  const mirror = mirrorAt(clockAt('2027-07-28T16:00:00Z'))
  const [offer] = offers
  if (!offer) throw new Error('there is no offer')
  t.equal(await mirror.statusToday({ ...offer, status: 'withdrawn' }), 'withdrawn')
  t.equal(await mirror.statusToday({ ...offer, status: 'paused' }), 'other')
})
