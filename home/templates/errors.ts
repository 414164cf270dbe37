// The errors, folded away. The `type` of a problem links to its code here, and browsers unfold it.

import { PROBLEMS } from '../../contract/api/problems.ts'
import { html, type Markup } from '../../lib/text/markup.ts'
import { inline } from './words.ts'

export function renderErrors(): Markup {
  return html`<section id="errors" aria-labelledby="errors-title">
<h3 id="errors-title">Errors</h3>
<p>Errors are <code>application/problem+json</code> (RFC 9457). Branch on <code>code</code>, never on texts. When you ask for help, send the <code>X-Request-Id</code> of the answer along.</p>
${Object.entries(PROBLEMS).map(renderProblem)}
</section>
`
}

function renderProblem([code, { status, title, meaning }]: [
  string,
  (typeof PROBLEMS)[keyof typeof PROBLEMS],
]): Markup {
  return html`<details class="problem"><summary><span class="status">${status}</span> <code>${code}</code> <span class="purpose">${title}</span></summary>
<p id="${code}">${inline(meaning)}</p></details>
`
}
