// Whether a summary says that a benefit has no cap: then the cap is not unknown, there is none.

import { plain } from '../lib/fold.ts'

const PHRASES = ['sin-tope', 'no-cap', 'without-cap', 'without-a-cap', 'uncapped', 'sem-teto', 'sans-plafond']

/** At the end of a summary behind a comma, these mean the cap, too: there `import` puts the words of a column of caps. */
const ENDINGS = [
  'sin-topes',
  'sin-limite',
  'sin-limites',
  'no-limit',
  'sem-limite',
  'unlimited',
  'ilimitado',
  'ilimitada',
]

/** Words for a cap. A summary with one of them besides the phrase may state a cap for some purchases. */
const CAPS = ['tope', 'topes', 'cap', 'caps', 'teto', 'plafond', 'maximo', 'maximum', 'hasta']

/** What may follow the phrase and a preposition: `sin tope de descuento`, unlike `sin tope de edad`. */
const MONEY = ['descuento', 'devolucion', 'reintegro', 'cashback', 'monto', 'compra', 'discount', 'amount']

export function saysNoCap(summary: string): boolean {
  const text = `-${plain(summary)}-`
  const comma = summary.lastIndexOf(',')
  if (comma > 0 && ENDINGS.includes(plain(summary.slice(comma))))
    return !plain(summary.slice(0, comma))
      .split('-')
      .some((word) => CAPS.includes(word))
  return PHRASES.some((phrase) => {
    const [before = '', after, more] = text.split(`-${phrase}-`)
    if (after === undefined || more !== undefined) return false
    const [next = '', then = ''] = after.split('-')
    if (['de', 'do', 'of', 'on'].includes(next) && !MONEY.includes(then)) return false
    return ![...before.split('-'), ...after.split('-')].some((word) => CAPS.includes(word))
  })
}
