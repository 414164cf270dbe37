// What another ref costs, decided from the offers of the last import and those of today.

import t from 'tap'
import { judgeNewRef } from '../../../import/judging/judge-new-ref.ts'

interface Offer {
  issuer?: string
  ref: string
  title: string
}

const numbered = (count: number, title: string, issuer = 'banco-lenga'): Offer[] =>
  Array.from({ length: count }, (_, n) => ({ issuer, ref: `${title} ${n}`, title: `${title} ${n}` }))

/** @param today the title of today's offer under each ref; a ref without one is gone */
function judge(before: readonly Offer[], today: (offer: Offer) => string | undefined, isAccepted = true) {
  const last = {
    async *lastOffers() {
      for (const { issuer = 'banco-lenga', ref, title } of before)
        yield { issuer, ref, title, hasValue: true }
    },
  }
  const titles = new Map(before.map((offer) => [offer.ref, today(offer)]))
  return judgeNewRef(last, { former: 'Código', now: 'SKU', isAccepted }, ({ ref }) => titles.get(ref))
}

t.test(
  'three ids or more that would name other offers are refused, if they are more than the others',
  async (t) => {
    const nameOthers = ({ title }: Offer) => (title.startsWith('Vino') ? `${title} con pan` : title)
    const refused = 'would name another offer'
    await t.rejects(judge(numbered(3, 'Vino'), nameOthers), { message: new RegExp(`3 ids ${refused}`) })
    t.equal(await judge(numbered(2, 'Vino'), nameOthers), undefined)
    await t.rejects(judge([...numbered(3, 'Vino'), ...numbered(2, 'Pan')], nameOthers), {
      code: 'bad-source',
    })
    t.equal(await judge([...numbered(3, 'Vino'), ...numbered(3, 'Pan')], nameOthers), undefined)
  },
)

t.test(
  'the option for the next run names the issuer that lost ids, if it is the only one and lost few',
  async (t) => {
    const gone = ({ title }: Offer) => (title.startsWith('Vino') ? undefined : title)
    const kept = numbered(9, 'Pan')
    const one = await judge([...kept, ...numbered(3, 'Vino')], gone)
    t.match(one, /3 of the 12 offers .* --on-broken accept:banco-lenga once$/)
    const two = await judge(
      [...kept, ...numbered(3, 'Vino'), ...numbered(1, 'Vino tinto', 'banco-norte')],
      gone,
    )
    t.match(two, /4 of the 13 offers .* --on-broken accept once$/)
    t.match(
      await judge([...kept, ...numbered(10, 'Vino')], gone),
      /10 of the 19 offers .* --on-broken accept once$/,
    )
    t.match(
      await judge([...kept, ...numbered(9, 'Vino')], gone),
      /9 of the 18 offers .* --on-broken accept:banco-lenga once$/,
    )
  },
)

t.test('the cost is refused until it is accepted', async (t) => {
  await t.rejects(
    judge(numbered(1, 'Vino'), () => undefined, false),
    { code: 'usage' },
  )
})
