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

t.test('what an answer costs is said before it is kept', async (t) => {
  const days = daysOf(t, 'a.json', JSON.stringify(COLUMNS))
  const { stdout } = await days.run(...FACTS, '--value', '/amount_off as amount')
  t.match(stdout, '2 of 4 rows have nothing in "/amount_off", and get no value: "/percent_off" is not read')
})
