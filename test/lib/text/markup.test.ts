import t from 'tap'
import { html, withCode } from '../../../lib/text/markup.ts'

t.test('text from outside is escaped', async (t) => {
  t.equal(html`<b>${`<i>&"'`}</b>${3}${html`<hr>`}`.text, '<b>&lt;i&gt;&amp;&quot;&#39;</b>3<hr>')
  t.equal(html`${withCode('a `<b>` c')}`.text, 'a <code>&lt;b&gt;</code> c')
})
