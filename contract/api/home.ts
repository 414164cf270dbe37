// Home, the files next to the API: the page for people at `/` and the reference, with their style, script and icon, a short
// form of them for language models, a link to the description for machines, and the client as an npm package. The build
// makes these files, and the gateway serves them without a key. The description of the API leaves them out.

import { sha256 } from '../../lib/digest.ts'
import { recordOf, rowsByName } from '../../lib/record-of.ts'
import { CLIENT_PATH } from './own-address.ts'
import { REFERENCE_TARGET } from './problems.ts'
import { PATHS } from './resources.ts'

/** The one route of all these files. */
export const HOME_ROUTE = 'home'

/** A file next to the API. */
export interface HomeFileRow {
  name: string
  /** May have `{digest}` in place of the beginning of the SHA-256 of the body, and `{version}` of that of the client. */
  path: string
  mediaType: string
  /** RFC 9111. A file with `{digest}` in its path never changes; a page names such files, so it is fresh for minutes only. */
  cacheControl: string
  /** References relative to the file (RFC 8288). */
  link?: string
}

const IMMUTABLE = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'

/**
 * The common part of all pages. Files of one media type must have the same headers: the gateway finds the headers by the
 * media type (`gateway/http/headers.ts`).
 */
const PAGE = {
  mediaType: 'text/html; charset=utf-8',
  cacheControl: 'public, max-age=300',
  link: `<${PATHS.openapi.slice(1)}>; rel="service-desc"; type="application/json", <.well-known/api-catalog>; rel="api-catalog"`,
} as const

// A target table stores the indices of their media types (`contract/release/target-table.ts`), so new rows go at the end.
export const HOME_FILES = [
  { name: 'page', path: '/', ...PAGE },
  {
    name: 'style',
    path: '/page/{digest}.css',
    mediaType: 'text/css; charset=utf-8',
    cacheControl: IMMUTABLE,
  },
  {
    name: 'script',
    path: '/page/{digest}.js',
    mediaType: 'text/javascript; charset=utf-8',
    cacheControl: IMMUTABLE,
  },
  { name: 'icon', path: '/page/{digest}.svg', mediaType: 'image/svg+xml', cacheControl: IMMUTABLE },
  {
    name: 'llms',
    path: '/llms.txt',
    mediaType: 'text/plain; charset=utf-8',
    cacheControl: AN_HOUR,
  },
  {
    name: 'catalog',
    path: '/.well-known/api-catalog',
    mediaType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    cacheControl: AN_HOUR,
    link: '<api-catalog>; rel="api-catalog"',
  },
  {
    name: 'client',
    path: '/client-{version}-{digest}.tgz',
    mediaType: 'application/gzip',
    cacheControl: IMMUTABLE,
  },
  { name: 'reference', path: REFERENCE_TARGET, ...PAGE },
] as const satisfies readonly HomeFileRow[]

const ROWS = rowsByName(HOME_FILES)

export type HomeFileName = (typeof HOME_FILES)[number]['name']
export type HomeMediaType = (typeof HOME_FILES)[number]['mediaType']

/** The other addresses that are the same each day, such as `/llms.txt`. */
export const HOME_PATHS = recordOf(['reference', 'llms', 'catalog'] as const, (name) => ROWS[name].path)

/** 64 bits: no two files of the same type ever share an address. */
const DIGEST_CHARACTERS = 16

/** The address of a file with this body. @param version of the client, for its package */
export function homeTarget({ path }: Pick<HomeFileRow, 'path'>, body: Uint8Array, version = ''): string {
  return path.replace('{version}', version).replace('{digest}', sha256(body).slice(0, DIGEST_CHARACTERS))
}

/** A package of the client. */
export interface ClientPackage {
  version: string
  /** The file. */
  body: Buffer
}

export function packageTarget({ version, body }: ClientPackage): string {
  return homeTarget(ROWS.client, body, version)
}

/** SECURITY: it cannot leave its place in a path. */
const VERSION = '[0-9A-Za-z][0-9A-Za-z.+-]{0,63}'

/** A version of the client. */
export const CLIENT_VERSION = new RegExp(`^${VERSION}$`)

/** The address of a package of the client. SECURITY: it gets into a header field. */
export const PACKAGE_PATH = new RegExp(`^${patternOf(ROWS.client.path)}$`)

const HOME_PATH = new RegExp(
  `^(?:${[...HOME_FILES.map(({ path }) => path), CLIENT_PATH].map(patternOf).join('|')})$`,
)

function patternOf(path: string): string {
  // The dot is the only character of a path with a meaning in a pattern.
  const literal = path.replaceAll('.', '\\.')
  return literal.replace('{version}', VERSION).replace('{digest}', `[0-9a-f]{${DIGEST_CHARACTERS}}`)
}

/** Whether a path has the form of the address of such a file. Only the release knows whether it has a file there. */
export function isHomePath(path: string): boolean {
  return HOME_PATH.test(path)
}
