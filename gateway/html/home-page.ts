// `/`: what a person sees who opens the gateway in a browser; also the documentation that problems link to.

import { PROBLEMS } from '../../contract/api/problems.ts'
import { PATHS, RESOURCES } from '../../contract/api/resources.ts'
import { PUBLISHED_DEMO_KEY } from '../../contract/keys/format.ts'
import { KEY_KINDS, KEY_LIMITS, RATE_WINDOW_SECONDS } from '../../contract/keys/kinds.ts'
import { isListed, OFFER_STATUSES } from '../../contract/offers/offer.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { type Head, headOf } from '../fast-path/response-head.ts'
import { CORS_HEADERS } from '../http/headers.ts'
import { sendResponse } from '../http/send-response.ts'
import type { KeyCache } from '../keys/key-cache.ts'
import { requireReading } from '../middlewares/match-route.ts'
import type { Handler } from '../request-context.ts'
import { HOME_STYLE } from './home-style.ts'
import { html, type Markup, raw, withCode } from './markup.ts'

export interface HomePageServices {
  catalogue: Catalogue
  keys: KeyCache
  /** Where clients reach the gateway, without a slash at the end. */
  publicUrl?: string | undefined
}

/** Answers `/`, whatever its query: mails and social sites add theirs to links. */
export function homePage({ catalogue, keys, publicUrl }: HomePageServices): Handler {
  const pageOf = renderedOnce(catalogue, publicUrl)
  return (req, res, next) => {
    // Without parsing: every request passes here.
    if (req.url !== '/' && !req.url.startsWith('/?')) return next()
    requireReading(req.method)
    return isDemoKeyGood(keys).then((demoKeyGood) =>
      sendResponse(req, res, { status: 200, ...pageOf(demoKeyGood) }),
    )
  }
}

interface HomePage {
  head: Head
  body: Buffer
}

/** SECURITY: everyone may ask for the page, so it is rendered once for a release, and all answers share its bytes. */
function renderedOnce(
  catalogue: Catalogue,
  publicUrl: string | undefined,
): (demoKeyGood: boolean) => HomePage {
  let rendered: { release: string | undefined; demoKeyGood: boolean; page: HomePage } | undefined
  return (demoKeyGood) => {
    const release = catalogue.current?.manifest.id
    if (rendered?.release !== release || rendered?.demoKeyGood !== demoKeyGood)
      rendered = {
        release,
        demoKeyGood,
        page: homePageOf(catalogue, demoKeyGood ? renderTrial(publicUrl) : []),
      }
    return rendered.page
  }
}

function homePageOf(catalogue: Catalogue, trial: Markup | readonly Markup[]): HomePage {
  const body = Buffer.from(renderHome(catalogue, trial).text)
  return { head: headOf(PAGE_HEADERS, body.length), body }
}

/** If the store does not answer, the page does without the key. */
async function isDemoKeyGood(keys: KeyCache): Promise<boolean> {
  try {
    return (await keys.lookUp(PUBLISHED_DEMO_KEY)) !== undefined
  } catch {
    return false
  }
}

const PAGE_HEADERS = [
  'Content-Type',
  'text/html; charset=utf-8',
  'Cache-Control',
  'no-cache',
  'Content-Security-Policy',
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
  ...CORS_HEADERS,
]

function renderHome(catalogue: Catalogue, trial: Markup | readonly Markup[]): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Offers Catalogue</title>
<style>${raw(HOME_STYLE)}</style>
</head>
<body>
<main>
<h1>Offers Catalogue</h1>
<p class="lead">A read-only HTTP API for a daily catalogue of consumer offers, grouped by issuer.</p>
${renderDay(catalogue)}
${trial}
<h2>Routes</h2>
<table>
<thead><tr><th>GET</th><th>Answers with</th></tr></thead>
<tbody>${RESOURCES.map(({ path, purpose }) => html`<tr><td><code>${path}</code></td><td>${purpose}</td></tr>\n`)}</tbody>
</table>
<h2>Keys and limits</h2>
<table>
<thead><tr><th>Key</th><th>limit up to</th><th>offset up to</th><th>Requests in ${RATE_WINDOW_SECONDS} s</th><th>Snapshot</th></tr></thead>
<tbody>${KEY_KINDS.map(renderLimits)}</tbody>
</table>
<h2>Errors</h2>
<p>Errors are <code>application/problem+json</code> (RFC 9457). Branch on <code>code</code>, never on texts.</p>
<dl>${Object.entries(PROBLEMS).map(renderProblem)}</dl>
</main>
</body>
</html>
`
}

function renderTrial(publicUrl: string | undefined): Markup {
  const address =
    publicUrl === undefined ? html`, with the address of this page for <code>{base_url}</code>` : []
  return html`<h2>Try it</h2>
<p>This demo key is public, for everyone to evaluate the API with. Paste this into a terminal${address}:</p>
<pre><code>curl -H "Authorization: Bearer ${PUBLISHED_DEMO_KEY}" \\
  "${publicUrl ?? '{base_url}'}${PATHS.offers}?limit=5"</code></pre>`
}

function renderDay(catalogue: Catalogue): Markup {
  const manifest = catalogue.current?.manifest
  if (!manifest) return html`<p class="day">No catalogue is loaded yet.</p>`
  const { counts, data_as_of, attribution } = manifest
  const listed = OFFER_STATUSES.filter(isListed).reduce(
    (sum, status) => sum + (counts.offers[status] ?? 0),
    0,
  )
  return html`<p class="day"><strong>${listed}</strong> offers of <strong>${counts.issuers}</strong> issuers,
as of <time datetime="${data_as_of}">${data_as_of.slice(0, 16).replace('T', ' ')} UTC</time><br>${attribution}</p>`
}

function renderLimits(kind: (typeof KEY_KINDS)[number]): Markup {
  const { maxLimit, maxOffset, requests, countedBy, snapshot } = KEY_LIMITS[kind]
  return html`<tr><td>${kind}</td><td>${maxLimit}</td><td>${maxOffset}</td><td>${requests} by ${countedBy}</td><td>${snapshot}</td></tr>\n`
}

function renderProblem([code, { status, title, meaning }]: [
  string,
  (typeof PROBLEMS)[keyof typeof PROBLEMS],
]): Markup {
  return html`<dt id="${code}"><code>${code}</code> <span>${status}</span></dt><dd><strong>${title}.</strong> ${withCode(meaning)}</dd>\n`
}
