// The codes that sources may name: countries of ISO 3166-1, and current currencies of ISO 4217.

import t from 'tap'
import { COUNTRY_FACTS, CURRENCY_FACTS } from '../../lib/iso-codes.ts'
import { knownCountry, knownCurrency } from '../../lib/json/schema.ts'
import { compileCheck } from '../../lib/json/validator.ts'

/** Withdrawn, or replaced, though Node still names some of them. */
const WITHDRAWN = ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'USS', 'ZWL']

/** Units of account and funds that no country has as its money, and that Node does not name. */
const FUNDS = ['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW', 'XAU', 'XUA']

t.test('every currency that Node names is known, except for withdrawn ones', async (t) => {
  const unknown = Intl.supportedValuesOf('currency').filter((code) => !CURRENCY_FACTS.has(code))
  t.same(
    unknown.filter((code) => !WITHDRAWN.includes(code)),
    [],
  )
  t.same(
    WITHDRAWN.filter((code) => CURRENCY_FACTS.has(code)),
    [],
  )
})

t.test('units of account of ISO 4217 are known, though Node does not name them', async (t) => {
  t.same(
    [...FUNDS, 'XDR', 'VED', 'XCG', 'ZWG'].filter((code) => !CURRENCY_FACTS.has(code)),
    [],
  )
})

t.test('a currency is a current code of ISO 4217 that stands for money', async (t) => {
  const isCurrency = (code: unknown) => 'value' in compileCheck(knownCurrency)(code)
  const noMoney = ['XTS', 'X'.repeat(3)]
  for (const code of [
    'CPL',
    'ZZZ',
    'clp',
    'CL',
    'CLPX',
    '',
    'constructor',
    152,
    null,
    ...noMoney,
    ...WITHDRAWN,
  ])
    t.notOk(isCurrency(code), String(code))
  for (const code of CURRENCY_FACTS.keys()) t.ok(isCurrency(code) && /^[A-Z]{3}$/.test(code), code)
})

t.test('a country is a code of ISO 3166-1, or XK for Kosovo', async (t) => {
  const isCountry = (code: unknown) => 'value' in compileCheck(knownCountry)(code)
  for (const code of ['XX', 'ZZ', 'UK', 'EU', 'AN', 'cl', 'CHL', '', 7, null])
    t.notOk(isCountry(code), String(code))
  for (const code of ['CL', 'GB', 'AQ', 'SX', 'SS', 'XK']) t.ok(isCountry(code), code)
  for (const code of COUNTRY_FACTS.keys()) t.ok(isCountry(code) && /^[A-Z]{2}$/.test(code), code)
  t.ok(COUNTRY_FACTS.size >= 250, 'ISO 3166-1 has 249')
})
