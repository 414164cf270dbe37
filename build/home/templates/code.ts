// Calls and their answers, as the page is built with them. The script puts in the address of the gateway.

import { UNKNOWN_BASE } from '../../../contract/api/own-address.ts'
import { PATHS, RESOURCE_BY_NAME, type ResourceName } from '../../../contract/api/resources.ts'
import { PUBLISHED_DEMO_KEY } from '../../../contract/keys/format.ts'
import { html, type Markup } from '../../../lib/text/markup.ts'
import { jsonMarkup } from '../content/json-view.ts'
import { type Call, type ShownRoute, type Snippet, snippetsOf } from '../content/snippets.ts'

/** A route as the form, the code and the script of the page know it. */
export function shownRoute(name: ResourceName): ShownRoute {
  const { kind, needsKey } = RESOURCE_BY_NAME[name]
  return { name, path: PATHS[name], kind, needsKey }
}

/** A call with the public demo key, in each language; curl comes first. */
export function demoSnippets(
  name: ResourceName,
  query: Call['query'] = {},
  id?: string,
): [Snippet, ...Snippet[]] {
  return snippetsOf({ base: UNKNOWN_BASE, key: PUBLISHED_DEMO_KEY, route: shownRoute(name), id, query })
}

/**
 * Code below its heading and a button that copies it, which is hidden until the script connects it.
 * @param id of the element with the code
 * @param label the name of the code for screen readers
 */
export function renderCode(id: string, label: string, heading: Markup, code: string): Markup {
  return html`<div class="code-head">${heading}<button type="button" class="quiet" data-copy="${id}" hidden>Copy</button></div>
<pre tabindex="0" role="region" aria-label="${label}"><code id="${id}" data-here>${code}</code></pre>
`
}

/** Code below its title, which shows and hides it. */
export function renderFolded(id: string, title: string, code: string, isOpen: boolean): Markup {
  return html`<details${isOpen ? html` open` : []}><summary>${title}</summary>
${renderCode(id, title, html``, code)}</details>
`
}

/** A value as JSON. @param label its name for screen readers */
export function renderJson(label: string, value: unknown): Markup {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${jsonMarkup(value)}</code></pre>
`
}
