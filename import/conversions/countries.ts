// What follows from a country alone: its currency, its time zone where it has one, how it writes numbers and days.

export interface CountryFacts {
  currency: string
  /** Null where there are several. */
  timeZone: string | null
  decimal: ',' | '.'
  /** Whether the month is written before the day. */
  monthFirst: boolean
}

function country(currency: string, timeZone: string | null, decimal: ',' | '.' = ',', monthFirst = false) {
  return { currency, timeZone, decimal, monthFirst }
}

export const COUNTRIES: ReadonlyMap<string, CountryFacts> = new Map(
  Object.entries({
    AR: country('ARS', 'America/Argentina/Buenos_Aires'),
    AT: country('EUR', 'Europe/Vienna'),
    BO: country('BOB', 'America/La_Paz'),
    BR: country('BRL', null),
    CL: country('CLP', 'America/Santiago'),
    CO: country('COP', 'America/Bogota'),
    CR: country('CRC', 'America/Costa_Rica'),
    DE: country('EUR', 'Europe/Berlin'),
    DO: country('DOP', 'America/Santo_Domingo', '.'),
    EC: country('USD', null),
    ES: country('EUR', 'Europe/Madrid'),
    FR: country('EUR', 'Europe/Paris'),
    GB: country('GBP', 'Europe/London', '.'),
    GT: country('GTQ', 'America/Guatemala', '.'),
    HN: country('HNL', 'America/Tegucigalpa', '.'),
    IE: country('EUR', 'Europe/Dublin', '.'),
    IN: country('INR', 'Asia/Kolkata', '.'),
    IT: country('EUR', 'Europe/Rome'),
    MX: country('MXN', null, '.'),
    NI: country('NIO', 'America/Managua', '.'),
    PA: country('PAB', 'America/Panama', '.'),
    PE: country('PEN', 'America/Lima', '.'),
    PT: country('EUR', null),
    PY: country('PYG', 'America/Asuncion'),
    SV: country('USD', 'America/El_Salvador', '.'),
    US: country('USD', null, '.', true),
    UY: country('UYU', 'America/Montevideo'),
    VE: country('VES', 'America/Caracas'),
  }),
)

/** Currencies that are never written with decimals: a point in 10.000 groups the thousands. */
export const WHOLE_CURRENCIES: ReadonlySet<string> = new Set(['CLP', 'PYG', 'JPY', 'KRW', 'VND', 'ISK'])

/** The signs of money and what they may stand for. Only one currency: the sign says it all. */
export const CURRENCY_SIGNS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    $: ['ARS', 'AUD', 'CAD', 'CLP', 'COP', 'CRC', 'DOP', 'HKD', 'MXN', 'NIO', 'NZD', 'SGD', 'UYU', 'USD'],
    us$: ['USD'],
    u$s: ['USD'],
    u$d: ['USD'],
    r$: ['BRL'],
    clp$: ['CLP'],
    mx$: ['MXN'],
    '€': ['EUR'],
    '£': ['GBP', 'EGP', 'FKP', 'GIP'],
    '₹': ['INR'],
    rs: ['INR', 'LKR', 'MUR', 'NPR', 'PKR', 'SCR'],
    's/': ['PEN'],
    '₲': ['PYG'],
    gs: ['PYG'],
    bs: ['BOB', 'VES'],
    q: ['GTQ'],
  }),
)

/** Codes that a text may hold instead of a sign. */
export const CURRENCY_CODES: ReadonlySet<string> = new Set(
  Array.from(COUNTRIES.values(), ({ currency }) => currency).concat('CAD', 'AUD', 'NZD', 'CHF', 'JPY', 'BRL'),
)
