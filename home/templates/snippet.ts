// The code of a call in one language.

import { html, type Markup } from '../../lib/text/markup.ts'
import type { Snippet } from '../snippets.ts'

/** @param place the beginning of its id */
export function renderSnippet(place: string, { id, title, code }: Snippet): Markup {
  return html`<div class="snippet" id="${place}-${id}">
<h3>${title}</h3>
<pre tabindex="0" aria-label="${title}"><code>${code}</code></pre>
</div>
`
}
