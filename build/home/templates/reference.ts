// The reference: how to read the API, every route with its parameters, every member of the answers, every error, and
// the changes of the API, made from the same tables and schemas as its description.

import type { DescribedDay } from '../../../contract/api/description/described-day.ts'
import { type DescribedParameter, parametersOf } from '../../../contract/api/description/openapi.ts'
import { descriptionStart } from '../../../contract/api/description/openapi-responses.ts'
import { PROBLEMS, type ProblemCode } from '../../../contract/api/problems.ts'
import { PATHS, RESOURCES, type ResourceRow } from '../../../contract/api/resources.ts'
import { PUBLISHED_SCHEMAS } from '../../../contract/api/responses.ts'
import { html, type Markup } from '../../../lib/text/markup.ts'
import type { HomeAssets } from '../assets/home-assets.ts'
import type { HomeFacts } from '../content/home-facts.ts'
import { forPrograms, inline, paragraphs } from '../content/phrases.ts'
import { renderJson } from './code.ts'
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
  { described }: HomeFacts,
  files: PageFiles,
  changelog: HomeAssets['changelog'],
): string {
  return renderPage(
    {
      title: `Reference · ${described.edition.attribution}`,
      description: 'Every route, parameter, member and error of this API of offers, and its changes.',
      look: 'reference',
      links: [['./', 'Catalogue'], ...PARTS.flatMap(linksOf)],
      main: html`<h1>Reference</h1>
<p>${forPrograms()}</p>
${renderGuide(described)}${renderRoutes(described)}${renderAnswers(described)}${renderErrors()}${renderChangelog(changelog)}`,
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

function renderRoutes(day: DescribedDay): Markup {
  return html`<section id="routes" aria-labelledby="routes-title">
<h2 id="routes-title">Routes</h2>
<ul>
${RESOURCES.map(({ name, summary }) => html`<li><a href="#route-${name}"><code>${PATHS[name]}</code></a> ${summary}</li>\n`)}</ul>
${RESOURCES.map((row) => renderRoute(row, PATHS[row.name], day))}</section>
`
}

function renderRoute(row: ResourceRow, path: string, day: DescribedDay): Markup {
  const { name, description, success, needsKey, caching, problems } = row
  const parameters = parametersOf(row.kind, day)
  return html`<section class="route" aria-labelledby="route-${name}">
<h3 id="route-${name}"><code><span class="type">GET</span> ${path}</code> <a class="small" href="./?route=${name}#try">Try it<span class="unseen"> with ${path}</span></a></h3>
<div class="facts">
${paragraphs(description)}${parameters.length > 0 ? renderMembers(parameters.map(asMember)) : []}<p>Answers 200: ${inline(success.description)} Errors: ${problems.map(renderProblemLink)}.</p>
${renderItemMembers(row, day)}<p class="small">${needsKey ? 'Needs a key.' : 'Needs no key.'} <code>Cache-Control: ${caching.cacheControl}</code></p>
</div>
${renderSample(row, path, day)}</section>
`
}

function renderSample(row: ResourceRow, path: string, day: DescribedDay): Markup {
  const { label, value } = sampleOf(row, day)
  if (!value) return html``
  return html`<div class="sample">
<p class="label">${label}</p>
${renderJson(`${path}: ${label}`, value)}</div>
`
}

/** A part of the answer of a route. On a day without offers, `value` may be undefined or null. */
function sampleOf({ kind, success }: ResourceRow, day: DescribedDay): { label: string; value: unknown } {
  const { bodies, offer, edition, version } = day
  if (kind === 'snapshot') {
    const { data_as_of, attribution } = edition
    return { label: 'A line of the file', value: offer && { ...offer, meta: { data_as_of, attribution } } }
  }
  if (success.schema === null) {
    return { label: 'How it begins', value: { ...descriptionStart(version), paths: {} } }
  }
  return { label: `An answer of ${day.day}, shortened`, value: bodies[success.schema] }
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
<p>Members may be added at any time, and so may values of enumerations: ignore members that you do not know, and treat unknown values as <code>other</code>. A value that the source does not state is <code>null</code>, never 0 or an empty text.</p>
<section aria-labelledby="schema-Offer">
<h3 id="schema-Offer">An offer</h3>
${paragraphs(String(Offer.description))}${renderMembers(membersOf(Offer, offer))}</section>
<section aria-labelledby="meta">
<h3 id="meta"><code>meta</code> of an answer</h3>
<p>Lists have all of these, changes also <code>since</code>, one offer and the lines of a snapshot those that hold for them.</p>
${renderMembers(meta)}</section>
</section>
`
}

function renderErrors(): Markup {
  return html`<section id="errors" aria-labelledby="errors-title">
<h2 id="errors-title">Errors</h2>
<p>Errors are <code>application/problem+json</code> (RFC 9457). Branch on <code>code</code>, never on texts. When you ask for help, send the <code>X-Request-Id</code> of the answer along.</p>
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
