// The steps that give a record its id, one by one, and what lasts over several nights.

import t from 'tap'
import { refReasons } from '../../../build/source/ref-changes.ts'
import { mintOfferId, mintSeparateId } from '../../../contract/offers/offer-id.ts'
import { Nights, type Row } from '../support/nights.ts'

const ISSUER = 'banco-norte'
const NAMES = [
  'Bacedifo',
  'Guhajeki',
  'Lomunape',
  'Risotuva',
  'Yezibaha',
  'Cefojemu',
  'Dilopeso',
  'Kinatuye',
  'Vabarigu',
  'Hamusozi',
  'Fokiluna',
  'Jepetiva',
]
const offer = (ref: string | number, name: string, more: Partial<Row> = {}): Row => {
  return { issuer: ISSUER, ref: `${ref}`, title: `20% en ${name}`, ...more }
}
const offers = (...names: string[]) => names.map((name, index) => offer(index + 1, name))
const minted = (...refs: (string | number)[]) => refs.map((ref) => mintOfferId(ISSUER, `${ref}`))
const others: Row[] = NAMES.map((name, index) => ({
  issuer: 'banco-sur',
  ref: `${index}`,
  title: `Menú de ${name}`,
}))
const twelve = offers(...NAMES)
const [a = '', b = '', c = '', d = ''] = NAMES

t.test('an ordinary night leaves nothing in the book', async (t) => {
  const nights = new Nights()
  t.same(nights.night(twelve).ids.slice(0, 3), minted(1, 2, 3))
  const night = nights.night([
    ...twelve.slice(1),
    offer(13, 'Sozidimu'),
    offer(1, a, { title: `¡Hoy! 20% en ${a}` }),
  ])
  t.same([night.changes, nights.book.entries], [[], []])
  t.same(night.ids.slice(-2), minted(13, 1))
})

t.test('a given id is that offer, and the first of two that give it stands', async (t) => {
  const nights = new Nights()
  nights.night(twelve)
  const [own] = minted(1)
  const given = nights.night([offer('x', 'Sozidimu', { id: own ?? '' }), ...twelve.slice(1)])
  t.equal(given.ids[0], own)
  t.same([given.changes, nights.book.entries], [[], []])
  const twice = nights.night([offer('x', c, { id: 'off_x' }), offer('y', d, { id: 'off_x' })])
  t.same([twice.ids, twice.rejected], [['off_x', undefined], 1])
  const both = nights.night([offer('x', a, { id: own ?? '' }), offer(1, 'Sozidimu')])
  t.equal(both.ids[0], own)
  t.not(both.ids[1], own, 'a record whose id is given away, and that is another offer, is new')
  t.same(new Nights().night([offer(1, a), offer('x', a, { id: own ?? '' })]).ids, [own, undefined])
})

t.test('an id that a ref had before comes back, and is no sign that refs move', async (t) => {
  const nights = new Nights()
  nights.night(twelve)
  const scrambled = twelve.map(({ ref }, index) => ({
    ...(twelve[(index * 5 + 1) % 12] ?? offer(ref, a)),
    ref,
  }))
  const first = nights.night(scrambled)
  t.same(
    [...refReasons(first.tallies).values()].map(({ reason, changed, of }) => [reason, changed, of]),
    [['moved_refs', 12, 12]],
  )
  t.ok(nights.book.entries.length === 12)
  const back = nights.night(twelve)
  t.same(back.ids, minted(...twelve.map(({ ref }) => ref)), 'the old ids')
  t.same([...refReasons(back.tallies)], [], 'and no alarm')
  t.same(new Set(back.changes.map(({ how }) => how)), new Set(['back']))
})

t.test(
  'a ref that is used again and again names a new offer each time, and an old one again by its id',
  async (t) => {
    const nights = new Nights()
    nights.night(twelve)
    const rest = twelve.slice(1)
    const used = NAMES.map((name) => `${name}qu`).slice(0, 5)
    const ids = used.map((name) => nights.night([offer(1, `Nuevo${name}`), ...rest]).ids[0])
    t.equal(new Set([...ids, ...minted(1)]).size, 6)
    t.equal(nights.night([offer(1, a), ...rest]).ids[0], minted(1)[0])
  },
)

t.test('one ref each night, one exchange each night: no id ever names another offer', async (t) => {
  for (const kind of ['again', 'exchanged']) {
    const nights = new Nights()
    const world = Array.from({ length: 20 }, (_, index) =>
      `${NAMES[index % 12]}${'xyz'[index % 3]}`.repeat(1),
    )
    const named = world.map((name, index) => `${name}${index % 2 ? 'ruto' : 'beni'}`)
    const names = new Map<string | undefined, string>()
    for (let day = 0; day < 20; day++) {
      if (kind === 'again') named[day] = `${'bcdfghjklmnpqrstvwxz'[day]}u`.repeat(5)
      else {
        const [one, other] = [named[day] ?? '', named[(day + 7) % 20] ?? '']
        named[day] = other
        named[(day + 7) % 20] = one
      }
      const { ids } = nights.night([...offers(...named), ...others])
      ids.slice(0, 20).forEach((id, index) => {
        t.equal(names.get(id) ?? named[index], named[index], `${kind}, night ${day}, ref ${index}`)
        names.set(id, named[index] ?? '')
      })
    }
  }
})

t.test('the same night after a rollback gives the same ids', async (t) => {
  const nights = new Nights()
  nights.night(twelve)
  const again = nights.copy()
  const second = [offer(1, 'Sozidimu'), offer(2, a), ...twelve.slice(2), offer(13, b)]
  const { ids } = nights.night(second)
  t.same(again.night(second).ids, ids)
  t.equal(ids[0], mintSeparateId(ISSUER, '1', '20 en sozidimu\n', 1))
  t.same(ids.slice(1, 2), minted(1), 'the offer of the first ref')
  t.equal(ids.at(-1), minted(2)[0], 'the offer of the second ref is followed to an unknown one')
})

t.test('after a version that gives ids by the refs alone, the same ids separate again', async (t) => {
  const nights = new Nights()
  nights.night(twelve)
  const used = [offer(1, 'Sozidimu'), offer(2, 'Fedikoru'), ...twelve.slice(2)]
  const { ids } = nights.night(used)
  nights.nightByRefsAlone(used)
  nights.nightByRefsAlone(used)
  const again = nights.night(used)
  t.same(again.ids, ids)
  t.equal(nights.book.entries.length, 2)
  const edited = nights.night([offer(1, 'Sozidimu', { title: 'Hoy en Sozidimu' }), ...used.slice(1)])
  t.same(edited.ids, ids, 'and stay separate')
})

t.test('an unknown ref is a new offer, unless the ref of its offer names another one', async (t) => {
  const nights = new Nights()
  nights.night(twelve)
  const moved = nights.night([offer(2, c), offer(3, b), ...twelve.slice(3), offer('new', a)])
  t.same(moved.ids.slice(0, 2), minted(3, 2))
  t.equal(moved.ids.at(-1), minted('new')[0], 'the source gave the offer of a ref that left a new one')
  const displaced = nights.night([
    offer(2, c),
    offer(3, 'Sozidimu'),
    ...twelve.slice(3),
    offer('new', a),
    offer('other', b),
  ])
  t.equal(displaced.ids.at(-1), minted(2)[0], 'its ref names another offer')
  const quiet = new Nights()
  quiet.night(twelve)
  t.equal(quiet.night([...twelve.slice(1), offer('new', a)]).ids.at(-1), minted('new')[0])
})

t.test(
  'what cannot be told stays with its ref: titles that differ by figures alone, unless the old one is elsewhere',
  async (t) => {
    const plan = (ref: string, gigabytes: number) => offer(ref, '', { title: `Plan ${gigabytes} GB` })
    const nights = new Nights()
    nights.night([plan('1', 20), plan('2', 50)])
    t.same(nights.night([plan('1', 25), plan('2', 50)]).ids, minted(1, 2))
    const { ids } = nights.night([plan('1', 30), plan('2', 50), plan('9', 25)])
    t.same(ids.slice(1), minted(2, 1))
    t.not(ids[0], minted(1)[0])
  },
)

t.test('a ref whose offer moved to another ref is no name for it any more', async (t) => {
  const nights = new Nights()
  nights.night(twelve)
  // The offer of ref 1 moves to ref 2, and that of ref 2 leaves.
  nights.night([offer(2, a), ...twelve.slice(2)])
  t.equal(nights.book.refOf(minted(1)[0] ?? ''), '2')
  const later = nights.night([offer(1, 'Sozidimu'), offer(2, a), ...twelve.slice(2)])
  t.not(later.ids[0], minted(1)[0])
  t.equal(later.ids[1], minted(1)[0])
})

t.test('nobody follows into an offer whose record is rejected', async (t) => {
  const nights = new Nights()
  nights.night(twelve)
  const { ids } = nights.night([offer(1, b), ...twelve.slice(2)], [{ ref: '2' }])
  t.not(ids[0], minted(2)[0])
  t.not(ids[0], minted(1)[0])
})

t.test('of two records with one ref, the offer of the ref stands, otherwise the first', async (t) => {
  const table: [name: string, rows: Row[], stands: number][] = [
    ['the first', [offer(1, a), offer(1, 'Sozidimu')], 0],
    ['the second', [offer(1, 'Sozidimu'), offer(1, a)], 1],
    ['the second, in other words', [offer(1, 'Sozidimu'), offer(1, a, { title: `Hoy ${a}` })], 1],
    ['neither', [offer(1, 'Sozidimu'), offer(1, 'Fedikoru')], 0],
  ]
  for (const [name, rows, stands] of table) {
    const nights = new Nights()
    nights.night(twelve)
    const { ids, rejected } = nights.night(
      [...rows, ...twelve.slice(1)].map((row, index) => ({
        ...row,
        benefit: { kind: 'other', value: null, currency: null, cap: null, summary: `n${index}` },
      })),
    )
    t.equal(rejected, 1, name)
    t.ok(ids.length)
    const published = [...nights.summaries()]
    t.ok(published.includes(`n${stands}`), name)
    t.notOk(published.includes(`n${1 - stands}`), name)
  }
  t.same(new Nights().night([offer(1, a), offer(1, b)]).rejected, 1, 'of a new issuer')
})

t.test('after 90 days only the id that a ref names now is remembered', async (t) => {
  const nights = new Nights()
  nights.night(twelve)
  const used = nights.night([offer(1, 'Sozidimu'), ...twelve.slice(1)]).ids[0]
  t.match(nights.book.entries, [{ ref: '1', names: used, had: minted(1) }])
  nights.night([offer(1, 'Sozidimu'), ...twelve.slice(1)], [], 92)
  t.same(nights.book.entries, [{ issuer: ISSUER, ref: '1', names: used }])
  nights.night(twelve.slice(1), [], 1)
  nights.night(twelve.slice(1), [], 92)
  t.same(
    nights.book.entries,
    [{ issuer: ISSUER, ref: '1', names: used }],
    'for as long as there is a catalogue',
  )
  t.equal(nights.night([offer(1, 'Sozidimu'), ...twelve.slice(1)]).ids[0], used)
})

t.test(
  'the reasons count the steps: more than half, at least three that moved, ten that can be compared',
  async (t) => {
    const reasonAfter = (before: Row[], now: Row[]) => {
      const nights = new Nights()
      nights.night([...before, ...others])
      const { tallies } = nights.night([...now, ...others])
      return [...refReasons(tallies).values()].map(({ reason, changed, of }) => `${reason} ${changed}/${of}`)
    }
    const four = offers(a, b, c, d)
    t.same(reasonAfter(four, offers('Sozidimu', a, b, c)), ['moved_refs 3/4'])
    t.same(reasonAfter(four.slice(0, 3), offers('Sozidimu', a, b)), [], 'two may be an accident')
    t.same(reasonAfter(four, offers(b, a, c, d)), [], 'half')
    const again = (count: number) =>
      twelve.map((row, index) =>
        index < count ? offer(row.ref, `Xu${index}ntor${'bcdfghjklmnp'[index]}ex`) : row,
      )
    t.same(reasonAfter(twelve, again(7)), ['other_offers 7/12'])
    t.same(reasonAfter(twelve, again(6)), [], 'half')
    t.same(reasonAfter(twelve.slice(0, 9), again(9).slice(0, 9)), [], 'fewer than ten')
  },
)

t.test('a merchant that another issuer has as well tells offers of a small issuer apart', async (t) => {
  const named = (issuer: string, ref: string, percent: number, merchant: string, url: string | null): Row => {
    return { issuer, ref, title: `${percent}% de descuento en ${merchant}`, merchant, url }
  }
  const names = [
    'Trattoria Bellavista',
    'Café Altura',
    'Heladería Copihue',
    'Sushi Oriente',
    'Parrilla Ñuble',
  ]
  const elsewhere = names.map((name, index) => named('banco-sur', `c${index}`, 40, name, null))
  const unnamed = (rows: Row[]) => rows.map((row) => ({ ...row, merchant: null }))
  for (const shown of [(rows: Row[]) => rows, unnamed]) {
    const own = names
      .filter((_, index) => index !== 1)
      .map((name, index) => named(ISSUER, `${index}`, 20, name, `https://p.example/${index}`))
    const used = named(ISSUER, '0', 30, 'Café Altura', 'https://p.example/b')
    const nights = new Nights()
    const [first = ''] = nights.night([...shown(own), ...shown(elsewhere)]).ids
    t.not(nights.night([...shown([used, ...own.slice(1)]), ...shown(elsewhere)]).ids[0], first)
  }
})

t.test('all offers of a small issuer may have the same words, which tell them from others', async (t) => {
  const cinema = [offer(1, '', { title: 'Cine Hoyuelo 2x1' }), offer(2, '', { title: 'Cine Hoyuelo 3x2' })]
  const nights = new Nights()
  const { ids } = nights.night([...cinema, ...others])
  const edited = offer(1, '', { title: 'Hoyuelo: 2x1 en cine' })
  t.same(nights.night([edited, ...cinema.slice(1), ...others]).ids, ids)
  const used = offer(1, '', { title: 'Gimnasio Pacífico' })
  t.not(nights.night([used, ...cinema.slice(1), ...others]).ids[0], ids[0])
})

t.test('of offers of one name, one that came with a new address is not the one that left', async (t) => {
  const nights = new Nights()
  const rows = NAMES.map((name, index) =>
    offer(index + 1, '', { title: 'Descuento', url: `https://p.example/${name}` }),
  )
  const { ids } = nights.night(rows)
  const came = offer(12, '', { title: 'Descuento', url: 'https://p.example/nuevo' })
  const shifted = rows.slice(1).map((each, index) => ({ ...each, ref: `${index + 1}` }))
  const next = nights.night([...shifted, came]).ids
  t.same(next.slice(0, 11), ids.slice(1))
  t.notOk(ids.includes(next[11]))
})

t.test('while the book knows the refs, a ref gets no id back that another ref has now', async (t) => {
  const nights = new Nights()
  nights.night(twelve)
  // The last one leaves.
  const rest = twelve.slice(1, -1)
  const [separate] = nights.night([offer(1, 'Sozidimu'), ...rest]).ids
  const moved = nights.night([offer(1, a), offer(99, 'Sozidimu'), ...rest])
  t.same(moved.ids.slice(0, 2), [...minted(1), separate])
  const twice = nights.night([offer(1, 'Sozidimu'), offer(99, 'Sozidimu'), ...rest])
  t.equal(twice.ids[1], separate)
  t.notOk([separate, ...moved.ids].includes(twice.ids[0]), 'the copy is a new offer')
  t.equal(twice.rejected, 0)
})
