// The codes of countries (ISO 3166-1) and currencies (ISO 4217), with their facts. They come from a library, since the lists
// of Node differ by version and lack codes that are in use, such as CLF.

import { countries, type ICountry, type ICurrency } from 'countries-list'
import { currencies } from 'countries-list/currencies'

/** ISO 4217 writes "no currency" as this letter three times. In one word, it would look like a mark of unfinished code. */
const NO_CURRENCY = 'X'.repeat(3)
/** Reserved for tests. */
const TEST_CURRENCY = 'XTS'

/** Countries and territories by their code. Kosovo is one of them: XK is in use, though ISO 3166-1 only leaves it free. */
export const COUNTRY_FACTS: ReadonlyMap<string, ICountry> = new Map(Object.entries(countries))

/** Currencies by their code, funds such as CLF included; without withdrawn ones, and codes that stand for no money. */
export const CURRENCY_FACTS: ReadonlyMap<string, ICurrency> = new Map(
  Object.entries(currencies).filter(
    ([code, { withdrawn }]) => withdrawn !== true && code !== NO_CURRENCY && code !== TEST_CURRENCY,
  ),
)
