// Answers about the unit of money: they change no percentage, and both that are printed work.

import t from 'tap'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { daysOf, pasted } from './follow-through.ts'
import { BY_KIND, CAPS, KINDS, PRICES } from './tables.ts'

t.setTimeout(BUSY_MS)

/** `$$` stands for one dollar sign. */
const SIGNED_CAPS = CAPS.replace(';750;', ';$$7.50;')
const FACTS = ['--country', 'US', '--issuer', 'Shop', '--time-zone', 'America/New_York']

t.test('another unit is another answer', async (t) => {
  const days = daysOf(t, 'a.csv', PRICES)
  t.equal((await days.run(...FACTS, '--value', 'sale price as cents')).code, 0)
  t.equal((await days.run('--value', 'sale price as units')).code, 2)
  const caps = daysOf(t, 'a.csv', SIGNED_CAPS)
  t.equal((await caps.run(...FACTS, '--cap', 'cap as cents')).code, 0)
  t.equal((await caps.run('--cap', 'cap as units')).code, 2)
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

t.test('an answer about cents changes no cap with a sign', async (t) => {
  const signed = daysOf(t, 'a.csv', SIGNED_CAPS)
  t.equal((await signed.run(...FACTS, '--cap', 'cap as cents')).code, 0)
  t.match(signed.offers()[2], { benefit: { cap: { value: 7.5 } } })
  t.match(await daysOf(t, 'a.csv', SIGNED_CAPS).run(...FACTS, '--cap', 'Cap'), {
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
  const days = daysOf(t, 'a.json', JSON.stringify(BY_KIND))
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
