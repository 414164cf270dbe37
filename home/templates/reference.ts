// The reference: every route with its parameters, every member of the answers, and every error, made from the same tables
// and schemas as the description of the API.

import type { DescribedDay } from '../../contract/api/description/described-day.ts'
import { type DescribedParameter, parametersOf } from '../../contract/api/description/openapi.ts'
import { FILTERS } from '../../contract/api/filters.ts'
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '../../contract/api/problems.ts'
import { PATHS, RESOURCES, type ResourceRow } from '../../contract/api/resources.ts'
import { PUBLISHED_SCHEMAS } from '../../contract/api/responses.ts'
import { isRecord } from '../../lib/json/json.ts'
import type { AnySchema } from '../../lib/json/schema.ts'
import { html, type Markup } from '../../lib/text/markup.ts'
import { renderErrors } from './errors.ts'
import { renderExample, renderMembers, schemaPlace, typeOf } from './members.ts'
import { inline, paragraphs } from './words.ts'

export function renderReference(day: DescribedDay): Markup {
  return html`<section id="reference" aria-labelledby="reference-title">
<h2 id="reference-title">Reference</h2>
<p>For programs: <a href="beta/openapi.json">the description of the API</a> (OpenAPI 3.1), <a href="llms.txt">llms.txt</a> for language models, and <a href="client.tgz">our client</a> as an npm package. None of them needs a key.</p>
<div class="columns">
${renderSide()}<div>
<section id="routes" aria-labelledby="routes-title">
<h3 id="routes-title">Routes</h3>
${RESOURCES.map((row) => renderRoute(row, PATHS[row.name], day))}</section>
<section id="answers" aria-labelledby="answers-title">
<h3 id="answers-title">Answers</h3>
<p>Members may be added at any time, and so may values of enumerations: ignore members that you do not know, and treat unknown values as <code>other</code>. A value that the source does not state is <code>null</code>, never 0 or an empty text.</p>
${Object.entries(PUBLISHED_SCHEMAS).map(([name, schema]) => renderSchema(name, schema, examplesOf(day)[name]))}</section>
${renderErrors()}</div>
</div>
</section>
`
}

/** The search, and on wide screens a list of all parts, which stays in view. */
function renderSide(): Markup {
  return html`<div class="side">
<p class="search" hidden><label for="search">Search the reference</label>
<input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="valid_until, 429 …" aria-describedby="found">
<span class="small" id="found" role="status"></span></p>
<nav aria-label="Parts of the reference">
<p><a href="#routes">Routes</a></p>
<ul>${RESOURCES.map(({ name }) => renderSideLink(`route-${name}`, PATHS[name]))}</ul>
<p><a href="#answers">Answers</a></p>
<ul>${Object.keys(PUBLISHED_SCHEMAS).map((name) => renderSideLink(schemaPlace(name), name))}</ul>
<p><a href="#errors">Errors</a></p>
<ul>${PROBLEM_CODES.map((code) => renderSideLink(code, code))}</ul>
</nav>
</div>
`
}

function renderSideLink(place: string, text: string): Markup {
  return html`<li><a href="#${place}">${text}</a></li>
`
}

function renderRoute(row: ResourceRow, path: string, day: DescribedDay): Markup {
  const { name, purpose, description, success, needsKey, caching } = row
  const parameters = parametersOf(row.kind, day)
  return html`<details class="route" id="route-${name}"><summary><code><span class="method">GET</span> ${path}</code> <span class="purpose">${purpose}</span></summary>
${paragraphs(description)}
<p class="actions"><a class="button" href="?route=${name}#try" data-route="${name}">Try it</a></p>
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

/** The schemas that newcomers read first. */
const OPEN = ['Offer', 'Benefit']

function renderSchema(name: string, schema: AnySchema, example: unknown): Markup {
  return html`<details class="schema"${OPEN.includes(name) ? html` open` : []}><summary><code>${name}</code></summary>
<p id="${schemaPlace(name)}">${typeof schema.description === 'string' ? inline(schema.description) : []}</p>
${renderMembers(schema, example)}</details>
`
}

/** Examples from the day; a schema that it has none of is missing. */
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
