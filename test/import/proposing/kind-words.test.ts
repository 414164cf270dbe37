// Words for the kinds of benefits, in each language.

import t from 'tap'
import { wordsOf } from '../../../import/conversions/words.ts'
import { KIND_WORDS } from '../../../import/proposing/kind-words.ts'

t.test('kinds are known by the words of three languages, as tables write them', async (t) => {
  const cases: [kind: string, texts: readonly string[]][] = [
    ['percentage', ['Descuento', 'discount', 'Desconto', 'percentage', 'percent_off', 'Porcentaje']],
    [
      'cashback',
      ['Reintegro', 'cash back', 'cashback_percent', 'Reembolso', 'Devolución', 'Dinheiro de volta'],
    ],
    ['amount', ['fixed_amount', 'Monto fijo', 'Valor fixo']],
    ['fixed_price', ['Precio fijo', 'fixed price']],
    ['installments', ['Cuotas sin interés', 'Meses sin intereses', 'Parcelas sem juros', 'installments']],
    ['multibuy', ['2x1', 'BOGO', 'Buy one get one']],
    ['other', ['Regalo', 'gift', 'Brinde', 'free_shipping', 'Otros', 'Benefit']],
  ]
  for (const [kind, texts] of cases)
    for (const text of texts) t.equal(KIND_WORDS.get(wordsOf(text)), kind, text)
  t.equal(KIND_WORDS.get('sorpresa'), undefined)
})

t.test('words of kinds that people use are known', async (t) => {
  const cases: [kind: string, words: string][] = [
    [
      'percentage',
      'descuento, discount, desconto, porcentaje, porcentual, percentual, percentage, percent, percentage off, percent off',
    ],
    ['amount', 'monto, monto fijo, valor fixo, fixed, fixed amount, amount, amount off, money off'],
    [
      'cashback',
      'reintegro, cashback, cash back, cashback percent, reembolso, devolucion, dinheiro de volta',
    ],
    [
      'installments',
      'cuotas, cuotas sin interes, cuotas sin intereses, meses sin intereses, parcelas, parcelas sem juros, installments',
    ],
    ['multibuy', '2x1, 3x2, bogo, buy one get one, multibuy'],
    ['fixed_price', 'precio fijo, precio especial, fixed price'],
    [
      'other',
      'beneficio, benefit, otro, otros, other, regalo, gift, brinde, free shipping, envio gratis, frete gratis, shipping',
    ],
  ]
  for (const [kind, words] of cases)
    for (const word of words.split(', ')) t.equal(KIND_WORDS.get(word), kind, word)
})
