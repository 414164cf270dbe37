// The frame that all pages share: head, links at the top, footer.

import { HOME_PATHS } from '../../../contract/api/home.ts'
import { PATHS } from '../../../contract/api/resources.ts'
import { html, type Markup } from '../../../lib/text/markup.ts'

/** The files that pages load, relative to them. */
export interface PageFiles {
  style: string
  script: string
  icon: string
}

/** A link at the top of a page, to a part of it or to another page. `look` is the class of its item. */
export type PageLink = readonly [href: string, text: string, look?: string]

interface Page {
  title: string
  description: string
  /** The class that lays out its parts. */
  look?: string
  /** The links at the top: those to parts in the order of the parts, and one to the other page. */
  links: readonly PageLink[]
  main: Markup
  attribution: string
}

/**
 * A page as HTML. Its links to other files are relative, so that it works below any path of the gateway: all pages are at
 * the root, and from there the address of a file is its path without the slash.
 */
export function renderPage(
  { title, description, look = '', links, main, attribution }: Page,
  files: PageFiles,
): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<title>${title}</title>
<link rel="icon" href="${files.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${files.style}">
<script type="module" src="${files.script}"></script>
<link rel="service-desc" type="application/json" href="${PATHS.openapi.slice(1)}" title="OpenAPI">
<link rel="api-catalog" href="${HOME_PATHS.catalog.slice(1)}">
</head>
<body class="${look}">
<a class="skip" href="#main">Skip to the content</a>
<header>
<nav aria-label="Pages and parts"><ul>${links.map(([href, text, itemLook]) => html`<li${itemLook ? html` class="${itemLook}"` : []}><a href="${href}">${text}</a></li>`)}</ul></nav>
</header>
<main id="main">
${main}</main>
<footer><p>Data: ${attribution}</p></footer>
</body>
</html>
`.text
}
