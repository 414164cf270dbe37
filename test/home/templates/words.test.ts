import t from 'tap'
import { countText, inline, moment, momentText, paragraphs, plural } from '../../../home/templates/words.ts'

const textOf = (parts: readonly { text: string }[]) => parts.map(({ text }) => text).join('')

t.test('numbers have a comma before each three digits', async (t) => {
  for (const [count, text] of [
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [12_068, '12,068'],
    [123_456, '123,456'],
    [1_234_567, '1,234,567'],
  ] as const) {
    t.equal(countText(count), text)
  }
})

t.test('one thing is in the singular, any other number in the plural', async (t) => {
  t.equal(plural(0, 'offer'), '0 offers')
  t.equal(plural(1, 'offer'), '1 offer')
  t.equal(plural(2_000, 'offer'), '2,000 offers')
  t.equal(plural(2, 'category', 'categories'), '2 categories')
})

t.test('a moment is shown to the minute, with the whole instant for programs', async (t) => {
  const instant = '2026-09-01T10:07:59.999Z'
  t.equal(momentText(instant), '2026-09-01 10:07 UTC')
  t.equal(moment(instant).text, `<time datetime="${instant}">2026-09-01 10:07 UTC</time>`)
})

t.test('code, bold text and links of Markdown become HTML, and everything else is escaped', async (t) => {
  t.equal(
    textOf(inline('a `b<c>` **d `e`** [f](https://g.example) & h')),
    'a <code>b&lt;c&gt;</code> <strong>d <code>e</code></strong> f &amp; h',
  )
  t.equal(textOf(paragraphs('a\n\n`b`')), '<p>a</p>\n<p><code>b</code></p>\n')
})
