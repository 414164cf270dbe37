import t from 'tap'
import { renderExample, renderMembers, typeOf } from '../../../home/templates/members.ts'

t.test('types are in words, with links to named schemas', async (t) => {
  for (const [schema, words] of [
    [{ type: 'string' }, 'text'],
    [{ type: 'integer' }, 'whole number'],
    [{ type: ['string', 'null'] }, 'text or null'],
    [{ type: 'string', format: 'date' }, 'day, YYYY-MM-DD'],
    [{ type: 'string', format: 'date-time' }, 'moment, ISO 8601'],
    [{ type: 'string', format: 'uri' }, 'web address'],
    [{ type: 'string', format: 'of-later' }, 'text'],
    [{ type: 'boolean' }, 'boolean'],
    [{ type: 'array', items: { type: 'integer' } }, 'list of whole number'],
    [{ $ref: '#/components/schemas/Offer' }, '<a href="#schema-Offer">Offer</a>'],
    [
      { anyOf: [{ $ref: '#/components/schemas/Money' }, { type: 'null' }] },
      '<a href="#schema-Money">Money</a> or null',
    ],
  ] as const) {
    t.equal(typeOf(schema).text, words)
  }
})

t.test('an example is shown if it is short and not an object', async (t) => {
  const shown = (example: unknown) => renderExample(example).text
  t.equal(shown('a"b'), '<span class="example">Example: <code>&quot;a\\&quot;b&quot;</code></span>')
  t.equal(shown(null), '<span class="example">Example: <code>null</code></span>')
  t.match(shown(['monday']), '[&quot;monday&quot;]')
  t.match(shown('x'.repeat(88)), 'x'.repeat(88), '90 characters with its quotation marks')
  for (const none of [undefined, {}, [{ a: 1 }], 'x'.repeat(89)]) t.equal(shown(none), '')
})

t.test('the members of an object without a schema name follow it, each with its own example', async (t) => {
  const text = { type: 'string', description: 'The `whole` text.' }
  const terms = { type: 'object', properties: { text } }
  const shown = renderMembers(
    { properties: { title: { type: 'string' }, terms } },
    { terms: { text: 'none' } },
  )
  t.equal(
    shown.text,
    `<dl class="members">
<dt><code>title</code> <span class="type">text</span></dt>
<dd> </dd>
<dt><code>terms</code> <span class="type">object</span></dt>
<dd> </dd>
<dt><code>terms.text</code> <span class="type">text</span></dt>
<dd>The <code>whole</code> text. <span class="example">Example: <code>&quot;none&quot;</code></span></dd>
</dl>
`,
  )
})
