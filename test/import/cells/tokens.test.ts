// The tokens of a text, each with its kind.

import t from 'tap'
import { tokensOf } from '../../../import/cells/tokens.ts'

/** `is:text`, with `+` in front if it is glued to the token before, and with the digits and the currency of money. */
const plain = (text: string, own: string | null) =>
  tokensOf(text, own)
    .map(({ is, typed, isGlued, digits, currency }) => {
      const more = is === 'money' ? `=${digits} ${currency}` : is === 'percent' ? `=${digits}` : ''
      return `${isGlued ? '+' : ''}${is}:${typed}${more}`
    })
    .join('|')

t.test('days, times, codes, numbers, words and marks are distinct tokens', async (t) => {
  const cases: [text: string, tokens: string][] = [
    ['2026-12-31', 'day:2026-12-31'],
    ['2026-1-2.', 'day:2026-1-2|+mark:.'],
    ['31/12/2026 1-2-26 1.2.26', 'day:31/12/2026|day:1-2-26|day:1.2.26'],
    ['2026-12-31-5', 'number:2026|+mark:-|+number:12|+mark:-|+number:31|+mark:-|+number:5'],
    ['1.2.345', 'number:1.2.345'],
    ['31/12/26/7', 'number:31|+mark:/|+number:12|+mark:/|+number:26|+mark:/|+number:7'],
    ['1.234.567', 'number:1.234.567'],
    ['18:00 9h30 18:000', 'time:18:00|time:9h30|number:18|+mark::|+number:000'],
    ["1.234,5 1'250 10 000 10 0000", "number:1.234,5|number:1'250|number:10 000|number:10|number:0000"],
    ['10\u00a0000 1’250', 'number:10 000|number:1’250'],
    ['SAVE20 A1B2 x2 2x1', 'code:SAVE20|code:A1B2|word:x|+number:2|number:2|+word:x|+number:1'],
    ['CÓDIGO20-X', 'code:CÓDIGO20|+mark:-|+word:X'],
    ['15kg3 B 20', 'number:15|+word:kg|+number:3|word:B|number:20'],
    ['AB20% Ñandú', 'word:AB|+percent:20%=20|word:Ñandú'],
    ['a  b', 'word:a|word:b'],
    ['', ''],
  ]
  for (const [text, tokens] of cases) t.equal(plain(text, 'CLP'), tokens, text)
})

t.test('percentages are one token, with their sign or in words', async (t) => {
  const words = ['percent', 'pct', 'prosent', 'procent', 'prozent', 'per cent', 'por ciento', 'por cento']
  for (const sign of ['%', ' %', ...words.map((word) => ` ${word}`)])
    t.equal(plain(`12,5${sign} x`, null), `percent:12,5${sign}=12,5|word:x`, sign)
  for (const sign of ['por', 'per x', 'porciento', 'cent'])
    t.match(plain(`12 ${sign}`, null), /^number:12\|/, sign)
})

t.test('money is one token, with its sign before or after it', async (t) => {
  const cases: [text: string, tokens: string][] = [
    [
      '$10 $ 10; 10$; 10 $',
      'money:$10=10 CLP|money:$ 10=10 CLP|+mark:;|money:10$=10 CLP|+mark:;|money:10 $=10 CLP',
    ],
    ['10 EUR 5', 'money:10 EUR=10 EUR|number:5'],
    ['10 $ 5', 'number:10|money:$ 5=5 CLP'],
    ['US $ 10 us$5 US$ 7', 'money:US $ 10=10 USD|money:us$5=5 USD|money:US$ 7=7 USD'],
    ['$10.000 CLP $10 USD', 'money:$10.000 CLP=10.000 CLP|money:$10=10 CLP|word:USD'],
    ['kr 10 ₽10 ¤5 kr', 'word:kr|number:10|money:₽10=10 RUB|money:¤5=5 null|word:kr'],
    ['Rs. 500; Gs 7', 'money:Rs. 500=500 null|+mark:;|money:Gs 7=7 PYG'],
    [
      'S/ 5 s/.5 B/. 7 s/interés',
      'money:S/ 5=5 PEN|money:s/.5=5 PEN|money:B/. 7=7 PAB|word:s|+mark:/|+word:interés',
    ],
    ['$ de', 'mark:$|word:de'],
    ['10 Rs', 'money:10 Rs=10 null'],
    ['$ 20%', 'mark:$|percent:20%=20'],
    ['10 pesos 3 pesos argentinos', 'money:10 pesos=10 CLP|money:3 pesos=3 CLP|word:argentinos'],
    ['Bs 10 BOB', 'money:Bs 10 BOB=10 BOB'],
    ['655,-€', 'money:655,-€=655 EUR'],
    ['C$5 abcd$5', 'money:C$5=5 null|word:abcd|+money:$5=5 CLP'],
  ]
  for (const [text, tokens] of cases) t.equal(plain(text, 'CLP'), tokens, text)
  t.equal(plain('kr 10', 'SEK'), 'money:kr 10=10 SEK')
  t.equal(plain('$ 10', null), 'money:$ 10=10 null')
})
