// JSON as the page shows it: the same text, in parts.

import t from 'tap'
import { jsonMarkup, MORE } from '../../../build/home/content/json-view.ts'
import { textOfMarkup } from '../../helpers/markup.ts'
import { tinyOffer } from '../../helpers/tiny-offer.ts'

const offers = [0, 1].map((number) => tinyOffer(number, '2026-09-01T10:00:00.000Z'))

t.test('its text is the JSON itself', async (t) => {
  const values = [
    { data: offers, meta: {} },
    offers,
    [],
    {},
    null,
    'a "b" \u2028 <i>&amp;',
    { '<b>': "'" },
    -1.5,
    [[], [{}], { a: [true] }],
  ]
  for (const value of values) t.equal(textOfMarkup(jsonMarkup(value).text), JSON.stringify(value, null, 2))
})

t.test('members that are left out are an ellipsis between the others', async (t) => {
  const { text } = jsonMarkup({ data: [{ a: 1, more: MORE }], meta: { more: MORE, b: 2 } })
  const shown = ['{', '  "data": [', '    {', '      "a": 1,', '      …', '    }', '  ],', '  "meta": {']
  t.equal(textOfMarkup(text), [...shown, '    …', '    "b": 2', '  }', '}'].join('\n'))
})

t.test('each member of each offer is a part with its name, and each word has its kind', async (t) => {
  const { text } = jsonMarkup({ data: offers, meta: { title: 'no offer' } })
  t.strictSame(
    Array.from(
      text.matchAll(/data-offer="(\d)" data-members="(\w+)"/g),
      ([, offer, name]) => `${offer} ${name}`,
    ),
    offers.flatMap((offer, index) => Object.keys(offer).map((name) => `${index} ${name}`)),
  )
  const [benefit = ''] = /data-members="benefit".*?data-members/s.exec(text) ?? []
  for (const word of [
    '"key">&quot;value&quot;',
    `"number">${offers[0]?.benefit.value}`,
    '"text">&quot;percentage&quot;',
    '"word">null',
  ]) {
    t.ok(benefit.includes(`<span class=${word}</span>`), word)
  }
})
