// The reference: every route with its parameters, and every member of what is answered, out of the tables and schemas
// that the description of the API is made of.

import type { DescribedDay } from '../../contract/api/description/described-day.ts'
import { type DescribedParameter, parametersOf } from '../../contract/api/description/openapi.ts'
import { FILTERS } from '../../contract/api/filters.ts'
import { PROBLEMS, type ProblemCode } from '../../contract/api/problems.ts'
import { PATHS, RESOURCES, type ResourceRow } from '../../contract/api/resources.ts'
import { PUBLISHED_SCHEMAS } from '../../contract/api/responses.ts'
import { isRecord } from '../../lib/json/json.ts'
import type { AnySchema } from '../../lib/json/schema.ts'
import { html, type Markup } from '../../lib/text/markup.ts'
import { renderExample, renderMembers, schemaPlace, typeOf } from './members.ts'
import { inline, paragraphs } from './words.ts'

export function renderReference(day: DescribedDay): Markup {
  return html`<section id="reference" aria-labelledby="reference-title">
<h2 id="reference-title">Reference</h2>
<p>For programs: <a href="beta/openapi.json">the description of the API</a> (OpenAPI 3.1), <a href="llms.txt">llms.txt</a> for language models, and <a href="client.tgz">our client</a> as an npm package. None of them needs a key.</p>
<p class="search" hidden><label for="search">Search routes, members and errors</label>
<input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="valid_until, 429, snapshot …" aria-describedby="found">
<span class="small" id="found" role="status"></span></p>
<h3 id="routes">Routes</h3>
${RESOURCES.map((row) => renderRoute(row, PATHS[row.name], day))}
<h3 id="members">Answers</h3>
<p>Fields may be added at any time, and so may values of enumerations: ignore what you do not know, and treat unknown values as <code>other</code>. What is unknown is <code>null</code>, never 0 or an empty text.</p>
${Object.entries(PUBLISHED_SCHEMAS).map(([name, schema]) => renderSchema(name, schema, examplesOf(day)[name]))}
</section>
`
}

function renderRoute(row: ResourceRow, path: string, day: DescribedDay): Markup {
  const { name, purpose, description, success, needsKey, caching } = row
  const parameters = parametersOf(row.kind, day)
  return html`<details class="route" id="route-${name}"><summary><code><span class="method">GET</span> ${path}</code> <span class="purpose">${purpose}</span></summary>
${paragraphs(description)}
${parameters.length > 0 ? html`<h4>Parameters</h4><dl class="members">${parameters.map(renderParameter)}</dl>` : []}
<h4>Answers</h4>
<ul>
<li>200: ${inline(success.description)} ${success.schema === null ? [] : html`<a href="#${schemaPlace(success.schema)}">${success.schema}</a>`}</li>
<li>304: your copy is still current (<code>If-None-Match</code>).</li>
${row.problems.map(renderProblemLink)}
</ul>
<p class="small">${needsKey ? 'Needs a key.' : 'Needs no key.'} <code>Cache-Control: ${caching.cacheControl}</code></p>
</details>
`
}

function renderProblemLink(code: ProblemCode): Markup {
  return html`<li>${PROBLEMS[code].status}: <a href="#${code}"><code>${code}</code></a></li>
`
}

function renderParameter({ name, schema, description, example }: DescribedParameter): Markup {
  const shown = example ?? (Array.isArray(schema.examples) ? schema.examples[0] : undefined)
  const values = FILTERS.some((filter) => filter.name === name) ? ' Its values are slugs.' : ''
  return html`<dt><code>${name}</code> <span class="type">${typeOf(schema)}</span></dt>
<dd>${inline(description)}${values} ${renderExample(shown)}</dd>
`
}

/** Those that are read first. */
const OPEN = ['Offer', 'Benefit']

function renderSchema(name: string, schema: AnySchema, example: unknown): Markup {
  return html`<details class="schema"${OPEN.includes(name) ? html` open` : []}><summary><code>${name}</code></summary>
<p id="${schemaPlace(name)}">${typeof schema.description === 'string' ? inline(schema.description) : []}</p>
${renderMembers(schema, example)}</details>
`
}

/** Out of the day, as far as it has them. */
function examplesOf({ offer, bodies, edition }: DescribedDay): Readonly<Record<string, unknown>> {
  return {
    ...bodies,
    ...(offer
      ? {
          Offer: offer,
          Benefit: offer.benefit,
          Money: offer.benefit.cap,
          Issuer: offer.issuer,
          Named: offer.category,
          SnapshotOffer: { ...offer, meta: edition },
        }
      : {}),
    IssuerWithCount: firstOf(bodies.IssuerList),
    CategoryWithCount: firstOf(bodies.CategoryList),
    ComunaWithCount: firstOf(bodies.ComunaList),
  }
}

function firstOf(list: unknown): unknown {
  return isRecord(list) && Array.isArray(list.data) ? list.data[0] : undefined
}
