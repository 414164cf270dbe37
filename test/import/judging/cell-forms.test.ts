import t from 'tap'
import { formOf, WORDS } from '../../../import/judging/cell-forms.ts'

t.test('figures have a form, regardless of their values', async (t) => {
  const forms: [form: string, ...texts: string[]][] = [
    ['9', '2', '20', '5000', '46387'],
    ['9%', '5%', '100%'],
    ['9 %', '20 %'],
    ['$ 9.9', '$ 5.000', '$ 12.500'],
    ['9x9', '2x1', '3x2'],
    ['9/9/9', '31/12/2026', '01/09/2026', '9/1/2026'],
    ['9-9-9', '2026-12-31'],
    ['9-9-9T9:9:9Z', '2026-12-31T23:00:00Z'],
    ['CLP 9', 'CLP 500'],
    ['R$ 9,9', 'R$ 25,50'],
    ['US$ 9', 'US$ 5'],
    ['9 x 9', '2 x 1'],
    ['9 X 9', '3 X 2'],
    ['9-9-9 9:9Z', '2026-12-31 23:00Z'],
    ['9 '.repeat(20), '1 '.repeat(20)],
    [
      WORDS,
      '20% de descuento',
      'pronto',
      '5 off',
      '31 de diciembre',
      '',
      '-',
      'Rs 500',
      'clp 500',
      'ABCD 5',
      'USD$ 5 x',
      'Ñ 5',
      `${'1 '.repeat(21)}`,
    ],
  ]
  for (const [form, ...texts] of forms) for (const text of texts) t.equal(formOf(text), form, text)
})
