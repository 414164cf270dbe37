// The reference: how to read the API, every route with its parameters, every member of the answers, every error, and
// the changes of the API, made from the same tables and schemas as its description.

import type { DescribedDay } from '../../../contract/api/description/described-day.ts'
import { type DescribedParameter, parametersOf } from '../../../contract/api/description/openapi.ts'
import { descriptionStart } from '../../../contract/api/description/openapi-responses.ts'
import { PROBLEMS, type ProblemCode } from '../../../contract/api/problems.ts'
import { PATHS, RESOURCES, type ResourceName, type ResourceRow } from '../../../contract/api/resources.ts'
import { PUBLISHED_SCHEMAS } from '../../../contract/api/responses.ts'
import { isRecord } from '../../../lib/json/json.ts'
import { html, type Markup } from '../../../lib/text/markup.ts'
import type { HomeAssets } from '../assets/home-assets.ts'
import type { HomeFacts } from '../content/home-facts.ts'
import { MORE } from '../content/json-view.ts'
import { forPrograms, inline, paragraphs } from '../content/phrases.ts'
import type { Call, Snippet } from '../content/snippets.ts'
import { demoSnippets, renderCode, renderJson } from './code.ts'
import { renderGuide } from './guide.ts'
import { type Member, membersOf, renderMembers, typeOf } from './members.ts'
import { type PageFiles, type PageLink, renderPage } from './page.ts'

const PARTS = [
  ['guide', 'Guide'],
  ['routes', 'Routes'],
  ['answers', 'Answers'],
  ['errors', 'Errors'],
  ['changelog', 'Changes'],
] as const

export function referencePage(
  facts: HomeFacts,
  files: PageFiles,
  changelog: HomeAssets['changelog'],
): string {
  const { described } = facts
  return renderPage(
    {
      title: `Reference · ${described.edition.attribution}`,
      description: 'Every route, parameter, member and error of this API of offers, and its changes.',
      look: 'reference',
      links: [['./', 'Catalogue'], ...PARTS.flatMap(linksOf)],
      main: html`<h1>Reference</h1>
<p>${forPrograms()}</p>
${renderGuide(described)}${renderRoutes(facts)}${renderAnswers(described)}${renderErrors()}${renderChangelog(changelog)}`,
      attribution: described.edition.attribution,
    },
    files,
  )
}

/** The link to a part of the page. A link to each route follows the one to the routes. */
function linksOf([id, text]: (typeof PARTS)[number]): PageLink[] {
  const routes = RESOURCES.map(({ name }): PageLink => [`#route-${name}`, PATHS[name], 'route-link'])
  const link: PageLink = [`#${id}`, text]
  return id === 'routes' ? [link, ...routes] : [link]
}

function renderRoutes(facts: HomeFacts): Markup {
  return html`<section id="routes" aria-labelledby="routes-title">
<h2 id="routes-title">Routes</h2>
<ul>
${RESOURCES.map(({ name, summary }) => html`<li><a href="#route-${name}"><code>${PATHS[name]}</code></a> ${summary}</li>\n`)}</ul>
${renderLanguages()}${RESOURCES.map((row) => renderRoute(row, PATHS[row.name], facts))}</section>
`
}

/** The languages of the calls, of which the page first shows curl. The client's calls are in its README. */
const LANGUAGES: readonly Snippet['id'][] = ['curl', 'fetch', 'python']

/** Radio buttons that look like chips. The style shows the calls in the chosen language, so no script is needed. */
function renderLanguages(): Markup {
  const titles = demoSnippets('issuers').filter(({ id }) => LANGUAGES.includes(id))
  return html`<fieldset class="questions languages"><legend>Show the calls in</legend>
${titles.map(
  ({ id, title }, index) =>
    html`<input type="radio" class="unseen" name="language" id="calls-${id}"${index === 0 ? html` checked` : []}><label class="chip" for="calls-${id}">${title}</label>\n`,
)}</fieldset>
`
}

function renderRoute(row: (typeof RESOURCES)[number], path: string, facts: HomeFacts): Markup {
  const { name, description, needsKey, caching, problems } = row
  const day = facts.described
  const parameters = parametersOf(row.kind, day)
  return html`<section class="route" aria-labelledby="route-${name}">
<h3 id="route-${name}"><code><span class="type">GET</span> ${path}</code> <a class="small" href="./?route=${name}#try">Try it<span class="unseen"> with ${path}</span></a></h3>
<div class="facts">
${paragraphs(description)}${parameters.length > 0 ? renderMembers(parameters.map(asMember)) : []}<p>Answers 200: ${renderSuccess(row)} Errors: ${problems.map(renderProblemLink)}.</p>
${renderItemMembers(row, day)}<p class="small">${needsKey ? 'Needs a key.' : 'Needs no key.'} <code>Cache-Control: ${caching.cacheControl}</code></p>
</div>
<div class="sample">
${renderCalls(row.name, path, facts)}${renderSample(row, path, day)}</div>
</section>
`
}

/** What a route answers, with a link to its members if it answers with offers as JSON. */
function renderSuccess({ kind, success }: ResourceRow): Markup {
  const text = inline(success.description)
  return kind === 'document' || success.schema === null
    ? html`${text}`
    : html`<a href="#schema-Offer">${text}</a>`
}

/** The number of offers for which the calls ask: as many as the samples show. */
const LIMIT_SHOWN = 1

function renderCalls(name: ResourceName, path: string, { described, changes }: HomeFacts): Markup {
  const limit = String(LIMIT_SHOWN)
  const queries: Partial<Record<ResourceName, Call['query']>> = {
    offers: { limit },
    changes: changes ? { since: changes.since, limit } : { limit },
  }
  const snippets = demoSnippets(name, queries[name], described.offer?.id ?? 'off_ID')
  return html`${snippets
    .filter(({ id }) => LANGUAGES.includes(id))
    .map(
      ({ id, title, code }) =>
        html`<div class="call ${id}">${renderCode(`${name}-${id}`, `${path} in ${title}`, html`<p class="label">${title}</p>`, code)}</div>
`,
    )}`
}

function renderSample(row: ResourceRow, path: string, day: DescribedDay): Markup {
  const { label, value } = sampleOf(row, day)
  if (!value) return html``
  return html`<p class="label">${label}</p>
${renderJson(`${path}: ${label}`, value)}`
}

/** A part of the answer of a route. On a day without offers, `value` may be undefined or null. */
function sampleOf({ kind, success }: ResourceRow, day: DescribedDay): { label: string; value: unknown } {
  const { bodies, offer, edition, version } = day
  if (kind === 'snapshot') {
    const { data_as_of, attribution } = edition
    const line = offer && { ...shortened(offer), meta: { data_as_of, attribution } }
    return { label: 'A line of the file, shortened', value: line }
  }
  if (success.schema === null) {
    return { label: 'How it begins', value: { ...descriptionStart(version), more: MORE } }
  }
  const body = bodies[success.schema]
  if (kind === 'item') return { label: `The answer of ${day.day}`, value: body }
  const label = `An answer of ${day.day}, shortened`
  if (kind === 'document' || !isRecord(body) || !Array.isArray(body.data)) return { label, value: body }
  return { label, value: { ...body, data: body.data.filter(isRecord).map(shortened) } }
}

/** How many members of an offer a sample shows. The answer of the route of one offer has all of them. */
const FIRST_MEMBERS = 5

function shortened(offer: object): object {
  return { ...Object.fromEntries(Object.entries(offer).slice(0, FIRST_MEMBERS)), more: MORE }
}

/** Filters and `since` have their examples in the schema, see `withExamples` in `openapi.ts`. */
function asMember({ name, description, schema, example }: DescribedParameter): Member {
  const shown = example ?? (Array.isArray(schema.examples) ? schema.examples[0] : undefined)
  return { name, type: typeOf(schema), description, example: shown }
}

function renderProblemLink(code: ProblemCode, index: number): Markup {
  return html`${index > 0 ? ', ' : ''}<a href="#${code}">${PROBLEMS[code].status} <code>${code}</code></a>`
}

/** The members of the items of a list without pages. The items of other lists are offers, see `renderAnswers`. */
function renderItemMembers({ kind, success }: ResourceRow, { bodies }: DescribedDay): Markup {
  if (kind !== 'document' || success.schema === null) return html``
  const members = membersOf(PUBLISHED_SCHEMAS[success.schema], bodies[success.schema])
  return renderMembers(members.filter(({ name }) => name.startsWith('data[].')))
}

function renderAnswers({ offer, bodies }: DescribedDay): Markup {
  const { Offer, ChangeList } = PUBLISHED_SCHEMAS
  // The `meta` of changes has all members that any other has.
  const meta = membersOf(ChangeList, bodies.ChangeList).filter(({ name }) => name.startsWith('meta.'))
  return html`<section id="answers" aria-labelledby="answers-title">
<h2 id="answers-title">Answers</h2>
<p>Members may be added at any time, and so may values of enumerations: ignore members that you do not know, and treat unknown values as <code>other</code>. A value that the source does not state is <code>null</code>, never 0 or an empty string.</p>
<section aria-labelledby="schema-Offer">
<h3 id="schema-Offer">An offer</h3>
${paragraphs(String(Offer.description))}${renderMembers(membersOf(Offer, offer))}</section>
<section aria-labelledby="meta">
<h3 id="meta"><code>meta</code> of an answer</h3>
<p>Lists have all of these members, and changes also have <code>since</code>. One offer and the lines of a snapshot have only those that apply to them.</p>
${renderMembers(meta)}</section>
</section>
`
}

function renderErrors(): Markup {
  return html`<section id="errors" aria-labelledby="errors-title">
<h2 id="errors-title">Errors</h2>
<p>Errors are <code>application/problem+json</code> (RFC 9457). Branch on <code>code</code>, never on the texts. When you ask for help, name the <code>X-Request-Id</code> of the answer.</p>
<dl class="members">
${Object.entries(PROBLEMS).map(
  ([
    code,
    { status, title, meaning },
  ]) => html`<div id="${code}"><dt><code>${code}</code> <span class="type">${status}</span></dt>
<dd>${title}. ${inline(meaning)}</dd></div>
`,
)}</dl>
<h3 id="schema-Problem">The body of an error</h3>
${renderMembers(membersOf(PUBLISHED_SCHEMAS.Problem, undefined))}</section>
`
}

/** The changes of the API, by version. */
function renderChangelog(changelog: HomeAssets['changelog']): Markup {
  return html`<section id="changelog" aria-labelledby="changelog-title">
<h2 id="changelog-title">Changes of the API</h2>
<p>Changes that break clients are announced here 30 days ahead. An <code>off_…</code> id stays the same offer, and the meaning of <code>updated_at</code> never changes.</p>
${changelog.map(
  ({ heading, changes }) => html`<h3>${heading}</h3>
<ul>
${changes.map((change) => html`<li>${inline(change)}</li>\n`)}</ul>
`,
)}</section>
`
}
