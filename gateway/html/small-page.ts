// `/` as long as no release is loaded that brings the page for people: which routes there are, and what each error
// means, for problems link to that.

import { createHash } from 'node:crypto'
import { HOME_TARGET } from '../../contract/api/home.ts'
import { PROBLEMS } from '../../contract/api/problems.ts'
import { PATHS, RESOURCES } from '../../contract/api/resources.ts'
import { html, type Markup, raw, withCode } from '../../lib/text/markup.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { headOf } from '../fast-path/response-head.ts'
import { CORS_HEADERS, shownFields } from '../http/headers.ts'
import { requireReading } from '../middlewares/match-route.ts'
import type { Handler } from '../request/request-context.ts'
import { sendResponse } from '../sending/send-response.ts'
import { SMALL_STYLE } from './small-style.ts'

/** Answers `/`, whatever its query, unless the current release does. */
export function smallPage(catalogue: Catalogue): Handler {
  // SECURITY: everyone may ask for them, so they are rendered once.
  const noCatalogue = prepare('No catalogue is loaded yet.')
  const noPage = prepare('The catalogue was built by an earlier version, which made no page of its day.')
  return (req, res, next) => {
    // Without parsing: every request passes here.
    if (req.url !== HOME_TARGET && !req.url.startsWith('/?')) return next()
    const release = catalogue.current
    if (release?.hasPage) return next()
    requireReading(req.method)
    sendResponse(req, res, { status: 200, ...(release ? noPage : noCatalogue) })
  }
}

function prepare(state: string) {
  const body = Buffer.from(render(state).text)
  return { head: headOf(HEADERS, body.length), body }
}

const STYLE_DIGEST = createHash('sha256').update(SMALL_STYLE).digest('base64')

const HEADERS = [
  'Content-Type',
  'text/html; charset=utf-8',
  'Cache-Control',
  'no-cache',
  ...shownFields(
    `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
  ),
  ...CORS_HEADERS,
]

function render(state: string): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Offers Catalogue</title>
<style>${raw(SMALL_STYLE)}</style>
</head>
<body>
<main>
<h1>Offers Catalogue</h1>
<p>A read-only HTTP API for a daily catalogue of consumer offers, grouped by issuer.</p>
<p class="day">${state}</p>
<h2>Routes</h2>
<dl>${RESOURCES.map(({ name, purpose }) => html`<dt><code>${PATHS[name]}</code></dt><dd>${purpose}</dd>\n`)}</dl>
<h2>Errors</h2>
<p>Errors are <code>application/problem+json</code> (RFC 9457). Branch on <code>code</code>, never on texts.</p>
<dl>${Object.entries(PROBLEMS).map(renderProblem)}</dl>
</main>
</body>
</html>
`
}

function renderProblem([code, { status, title, meaning }]: [
  string,
  (typeof PROBLEMS)[keyof typeof PROBLEMS],
]): Markup {
  return html`<dt id="${code}"><code>${code}</code> <span>${status}</span></dt><dd><strong>${title}.</strong> ${withCode(meaning)}</dd>\n`
}
