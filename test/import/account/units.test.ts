// Answers about the unit of money: they change no percentage, and both that are printed work.

import t from 'tap'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { daysOf, pasted } from './follow-through.ts'

t.setTimeout(BUSY_MS)

const FACTS = ['--country', 'US', '--issuer', 'Shop', '--time-zone', 'America/New_York']

const KINDS = [
  { id: 'a1', title: 'Orders', type: 'amount_off', value: 1500 },
  { id: 'a2', title: 'Coffee', type: 'amount_off', value: 500 },
  { id: 'a3', title: 'Shoes', type: 'percent_off', value: 20 },
  { id: 'a4', title: 'Tea', type: 'percent_off', value: 12.5 },
].map((each) => ({ ...each, currency: 'USD', ends: '2026-12-31' }))
const COLUMNS = KINDS.map(({ type, value, ...each }) =>
  type === 'amount_off'
    ? { ...each, amount_off: value, percent_off: null }
    : { ...each, currency: null, amount_off: null, percent_off: value },
)
const PRICES =
  'ref;offer;sale price;discount;until\nA1;Tea;499;;12/31/2026\nA2;Pan;1299;;12/31/2026\nA3;Bus;;15%;12/31/2026\n'

t.test('cents are asked about, and each answer changes only money', async (t) => {
  const files: [
    name: string,
    content: string,
    column: string,
    cents: number[],
    units: number[],
    others: number[],
  ][] = [
    ['a.json', JSON.stringify(KINDS), '/value', [15, 5], [1500, 500], [20, 12.5]],
    ['a.json', JSON.stringify(COLUMNS), '/amount_off', [15, 5], [1500, 500], [20, 12.5]],
    ['a.csv', PRICES, 'sale price', [4.99, 12.99], [499, 1299], [15]],
  ]
  for (const [name, content, column, cents, units, others] of files) {
    const asked = await daysOf(t, name, content).run(...FACTS)
    t.equal(asked.code, 2, column)
    t.match(asked.stderr, `are the whole numbers of "${column}" cents?`)
    for (const [unit, money] of [
      ['cents', cents],
      ['units', units],
    ] as const) {
      const days = daysOf(t, name, content)
      const ended = await days.run(...FACTS, '--value', ...pasted(t, asked.stderr, `"${column} as ${unit}"`))
      t.equal(ended.code, 0, ended.stderr)
      t.match(
        days.offers(),
        [...money, ...others].map((value) => ({ benefit: { value } })),
      )
      t.equal((await days.run('--value', `${column} as ${unit}`)).code, 0, 'the same answer tomorrow')
      const other = unit === 'cents' ? 'units' : 'cents'
      t.equal((await days.run('--value', `${column} as ${other}`)).code, 2)
    }
  }
})

t.test('money with decimals, and in a currency without cents, is not asked about', async (t) => {
  const decimals = KINDS.map((each) => (each.id === 'a1' ? { ...each, value: 15.5 } : each))
  t.equal((await daysOf(t, 'a.json', JSON.stringify(decimals)).run(...FACTS)).code, 0)
  const pesos = KINDS.map((each) => ({ ...each, currency: 'CLP' }))
  t.equal(
    (await daysOf(t, 'a.json', JSON.stringify(pesos)).run('--country', 'CL', '--issuer', 'Shop')).code,
    0,
  )
})

const CAPS =
  'ref;offer;discount;cap;until\nA1;Tea;10%;1500;12/31/2026\nA2;Pan;20%;2050;12/31/2026\nA3;Bus;15%;$7.50;12/31/2026\n'

t.test('cents of caps are asked about, and each answer changes no cap with a sign', async (t) => {
  const table = CAPS.replace('$7.50', '750')
  const asked = await daysOf(t, 'a.csv', table).run(...FACTS)
  t.equal(asked.code, 2)
  t.match(asked.stderr, '--cap COLUMN: are the whole numbers of "cap" cents?')
  for (const [unit, caps] of [
    ['cents', [15, 20.5, 7.5]],
    ['units', [1500, 2050, 750]],
  ] as const) {
    const days = daysOf(t, 'a.csv', table)
    const answer = pasted(t, asked.stderr, `"cap as ${unit}"`)
    const ended = await days.run(...FACTS, '--cap', ...answer)
    t.equal(ended.code, 0, ended.stderr)
    t.match(
      days.offers(),
      caps.map((value) => ({ benefit: { kind: 'percentage', cap: { value, currency: 'USD' } } })),
    )
    t.equal((await days.run('--cap', ...answer)).code, 0, 'the same answer tomorrow')
    t.equal((await days.run('--cap', unit === 'cents' ? 'cap as units' : 'cap as cents')).code, 2)
  }
  const signed = daysOf(t, 'a.csv', CAPS)
  t.equal((await signed.run(...FACTS, '--cap', 'cap as cents')).code, 0)
  t.match(signed.offers()[2], { benefit: { cap: { value: 7.5 } } })
  t.match(await daysOf(t, 'a.csv', CAPS).run(...FACTS, '--cap', 'Cap'), {
    code: 2,
    stderr: 'found no column "Cap"',
  })
})

t.test('an answer about cents leaves cash back in percent, bundles and cells with a sign', async (t) => {
  const table =
    'id,title,benefit type,value\nA1,Tea,percentage,20\nA2,Pan,cashback,5\nA3,Bus,amount,1500\nA4,Cup,amount,900\nA5,Mug,multibuy,3x2\nA6,Lid,cashback,750\nA7,Pot,amount,$15.00\n'
  const days = daysOf(t, 'a.csv', table)
  const ended = await days.run(...FACTS, '--value', 'value as cents')
  t.equal(ended.code, 0, ended.stderr)
  t.match(
    days.offers(),
    [20, null, 15, 9, 1.5, 7.5, 15].map((value) => ({ benefit: { value } })),
  )
  const cashback = daysOf(t, 'a.csv', 'id,title,cashback\nA1,Tea,250\nA2,Pan,500\nA3,Mug,99\n')
  const asked = await cashback.run(...FACTS)
  t.equal(asked.code, 2)
  t.equal(
    (await cashback.run(...FACTS, '--value', ...pasted(t, asked.stderr, '"cashback as cents"'))).code,
    0,
  )
  t.match(
    cashback.offers(),
    [2.5, 5, 0.99].map((value) => ({ benefit: { kind: 'cashback', value } })),
  )
})

t.test('an answer about a kind of money is asked for its unit', async (t) => {
  const table = 'id,title,reward\nA1,Offer of tea,500\nA2,Offer of pan,1250\n'
  const refused = await daysOf(t, 'a.csv', table).run(...FACTS, '--value', 'reward as cents')
  t.equal(refused.code, 2)
  const named = daysOf(t, 'a.csv', table)
  const answer = pasted(t, refused.stderr, '"reward as amount in cents"')
  t.equal((await named.run(...FACTS, '--value', ...answer)).code, 0)
  t.match(named.offers(), [{ benefit: { kind: 'amount', value: 5 } }, { benefit: { value: 12.5 } }])
  t.equal((await named.run('--value', ...answer)).code, 0, 'the same answer tomorrow')
  const asked = await daysOf(t, 'a.csv', table).run(...FACTS, '--value', 'reward as amount')
  t.equal(asked.code, 2)
  const units = daysOf(t, 'a.csv', table)
  const both = await units.run(...FACTS, '--value', ...pasted(t, asked.stderr, '"reward as amount in units"'))
  t.equal(both.code, 0, both.stderr)
  t.match(units.offers()[0], { benefit: { kind: 'amount', value: 500 } })
})

t.test('what an answer costs is said before it is kept', async (t) => {
  const days = daysOf(t, 'a.json', JSON.stringify(COLUMNS))
  const { stdout } = await days.run(...FACTS, '--value', '/amount_off as amount')
  t.match(stdout, '2 of 4 rows have nothing in "/amount_off", and get no value: "/percent_off" is not read')
})

t.test('an amount with decimals is never a number of cents', async (t) => {
  const cells = (figures: readonly string[]) =>
    `id,store,headline,reward_cents,end\n${figures.map((figure, n) => `R${n},Oak,Cash back,${figure},12/31/2026\n`).join('')}`
  const days = daysOf(t, 'a.csv', cells(['500', '1250', '2000', '75']))
  const answers = ['--country', 'US', '--time-zone', 'America/New_York', '--issuer', 'Bank']
  t.equal((await days.run(...answers, '--value', 'reward_cents as cashback in cents')).code, 0)
  days.change(cells(['5.00', '1250', '20.00', '75']))
  const { code, stdout, stderr } = await days.run()
  t.equal(code, 0, stderr)
  t.match(stdout, /2 × reward_cents .*"5\.00"; line 4 "20\.00"; expected a whole number of cents/)
  t.match(days.offers(), [{ benefit: { value: null } }, { benefit: { value: 12.5 } }])
})

t.test('a heading that names cents is printed with the kind and the unit of its figures', async (t) => {
  const facts = ['--country', 'DE', '--issuer', 'Bank']
  const cases: [heading: string, kind: string, read: string][] = [
    ['reward_cents', 'cashback in cents', 'cashback'],
    ['Preis (Cent)', 'fixed_price in cents', 'fixed_price'],
    ['Rabatt in Cent', 'amount in cents', 'amount'],
    ['prix_centimes', 'fixed_price in cents', 'fixed_price'],
    ['monto_centavos', 'amount in cents', 'amount'],
    ['cashback (grosze)', 'cashback in cents', 'cashback'],
  ]
  for (const [heading, kind, read] of cases) {
    for (const title of ['headline', 'Angebot']) {
      const table = `id,store,${title},${heading}\nR-1,Oak,Tee,500\nR-2,Elm,Brot,1250\nR-4,Ash,Käse,2000\n`
      const asked = await daysOf(t, 'a.csv', table).run(...facts)
      t.equal(asked.code, 2, heading)
      const days = daysOf(t, 'a.csv', table)
      const ended = await days.run(...facts, '--value', ...pasted(t, asked.stderr, `"${heading} as ${kind}"`))
      t.equal(ended.code, 0, ended.stderr)
      t.match(
        days.offers(),
        [5, 12.5, 20].map((value) => ({ benefit: { kind: read, value } })),
      )
    }
  }
})
