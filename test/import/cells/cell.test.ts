// Cells as plain text.

import t from 'tap'
import { textOf } from '../../../import/cells/cell.ts'

t.test('markup and entities become plain text; an entity of no character stays', async (t) => {
  const cases: [text: string, plain: string][] = [
    ['<b>20%</b> de\tdescuento', '20% de descuento'],
    ['Ca&ntilde;a &amp; t&eacute; &#241; &#xF1;', 'Caña & té ñ ñ'],
    ['&lt;b&gt; &quot;&apos;&nbsp;x', '<b> "\' x'],
    ['&aacute;&iacute;&oacute;&uacute;', 'áíóú'],
    ['1 &euro; &ndash; 2 &euro; &mdash; 3', '1 € – 2 € — 3'],
    ['a\nb\u0000c\u00a0d\u2003e', 'a b c d e'],
    ['<br/>Té<br>', 'Té'],
    ['Tour <YOUNGEST> <b>Taipei</b>', 'Tour <YOUNGEST> Taipei'],
    ['\ud800x', '\ufffdx'],
    ['&#1114111;', '\u{10ffff}'],
    ['&#1114112;', '\ufffd'],
    ['&#0; &nada;', '\ufffd &nada;'],
    ['a < b > c', 'a < b > c'],
    [`<a href="${'x'.repeat(492)}">Té</a>`, 'Té'],
    [`<a ${'x'.repeat(500)}>Té`, `<a ${'x'.repeat(500)}>Té`],
    [' Té  con  pan ', 'Té con pan'],
    ['S&uuml;dtirol &Ntilde; &#xg; &#12345678; AT&T', 'Südtirol Ñ &#xg; \ufffd AT&T'],
  ]
  for (const [text, plain] of cases) t.equal(textOf(text), plain, text)
})

t.test('lists, percentages and money become the text that people write', async (t) => {
  t.equal(
    textOf([' Maipú', null, { number: 20, unit: '%' }, { number: 5, unit: 'CLP' }, true]),
    'Maipú; 20%; CLP 5; true',
  )
})
