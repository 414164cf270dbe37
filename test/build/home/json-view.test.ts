// JSON as the page shows it: the same text, in parts.

import t from 'tap'
import { jsonParts } from '../../../build/home/content/json-view.ts'
import { tinyOffer } from '../../helpers/tiny-offer.ts'

const offers = [0, 1].map((number) => tinyOffer(number, '2026-09-01T10:00:00.000Z'))
const textOf = (value: unknown) =>
  jsonParts(value)
    .flatMap(({ words }) => words.map(({ text }) => text))
    .join('')

t.test('its text is the JSON itself', async (t) => {
  const values = [
    { data: offers, meta: {} },
    offers,
    [],
    {},
    null,
    'a "b" \u2028 <',
    -1.5,
    [[], [{}], { a: [true] }],
  ]
  for (const value of values) t.equal(textOf(value), JSON.stringify(value, null, 2))
})

t.test('each member of each offer is a part with its name, and each word has its kind', async (t) => {
  const parts = jsonParts({ data: offers, meta: { title: 'no offer' } })
  t.strictSame(
    parts.flatMap(({ member }) => (member ? [`${member.offer} ${member.name}`] : [])),
    offers.flatMap((offer, index) => Object.keys(offer).map((name) => `${index} ${name}`)),
  )
  const benefit = parts.find(({ member }) => member?.name === 'benefit')
  for (const word of [
    { text: '"value"', kind: 'key' },
    { text: String(offers[0]?.benefit.value), kind: 'number' },
    { text: '"percentage"', kind: 'text' },
    { text: 'null', kind: 'word' },
  ]) {
    t.ok(
      benefit?.words.some(({ text, kind }) => text === word.text && kind === word.kind),
      word.text,
    )
  }
})
