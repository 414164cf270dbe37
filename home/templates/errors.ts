// The errors, folded away. `type` of a problem leads to the place of its code, which browsers unfold.

import { PROBLEMS } from '../../contract/api/problems.ts'
import { html, type Markup } from '../../lib/text/markup.ts'
import { inline } from './words.ts'

export function renderErrors(): Markup {
  return html`<section id="errors" aria-labelledby="errors-title">
<h2 id="errors-title">Errors</h2>
<p>Errors are <code>application/problem+json</code> (RFC 9457). Branch on <code>code</code>, never on texts; send <code>X-Request-Id</code> along when you ask for help.</p>
${Object.entries(PROBLEMS).map(renderProblem)}
</section>
`
}

function renderProblem([code, { status, title, meaning }]: [
  string,
  (typeof PROBLEMS)[keyof typeof PROBLEMS],
]): Markup {
  return html`<details class="problem"><summary><span class="status">${status}</span> <code>${code}</code></summary>
<p id="${code}"><strong>${title}.</strong> ${inline(meaning)}</p></details>
`
}
