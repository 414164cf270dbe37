import { HOME_TARGET } from '../../contract/api/home.ts'
import { PROBLEMS, REFERENCE_TARGET } from '../../contract/api/problems.ts'
import { PATHS, RESOURCES } from '../../contract/api/resources.ts'
import { html, type Markup, withCode } from '../../lib/text/markup.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Handler } from '../exchange/request-context.ts'
import { sendResponse } from '../exchange/send-response.ts'
import { prepareHead } from '../fast-path/response-head.ts'
import { COMMON_FIELDS, shownFields } from '../http/headers.ts'
import { requireReading } from './match-route.ts'

/**
 * Answers `/`, with any query, and the reference until a release is loaded that brings them. Lists the routes, and the
 * errors, because problems link to these.
 */
export function smallHome(catalogue: Catalogue): Handler {
  // SECURITY: these answers need no key, so they are rendered once.
  const noCatalogue = prepare('No catalogue is loaded yet.')
  const noHome = prepare('The catalogue was built by an earlier version, which made no page for people.')
  return (req, res, next) => {
    const release = catalogue.current
    if (release?.hasHome) return next()
    const [path] = req.url.split('?', 1)
    if (path !== HOME_TARGET && path !== REFERENCE_TARGET) return next()
    requireReading(req.method)
    sendResponse(req, res, { status: 200, ...(release ? noHome : noCatalogue) })
  }
}

const FIELDS = [
  'Content-Type',
  'text/html; charset=utf-8',
  'Cache-Control',
  'no-cache',
  ...shownFields("default-src 'none'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"),
  ...COMMON_FIELDS,
]

function prepare(state: string) {
  const body = Buffer.from(render(state).text)
  return { head: prepareHead(FIELDS, body.length), body }
}

function render(state: string): Markup {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Offers Catalogue</title>
<h1>Offers Catalogue</h1>
<p>A read-only HTTP API for a daily catalogue of consumer offers, grouped by issuer. <strong>${state}</strong></p>
<h2>Routes</h2>
<dl>${RESOURCES.map(({ name, summary }) => html`<dt><code>${PATHS[name]}</code></dt><dd>${summary}</dd>\n`)}</dl>
<h2>Errors</h2>
<p>Errors are <code>application/problem+json</code> (RFC 9457). Branch on <code>code</code>, never on texts.</p>
<dl>${Object.entries(PROBLEMS).map(
    ([code, { status, title, meaning }]) =>
      html`<dt id="${code}"><code>${code}</code> ${status}</dt><dd>${title}. ${withCode(meaning)}</dd>\n`,
  )}</dl>
</html>
`
}
