// What stands beside the API: the page for people at `/`, with its style, script and icon, and the same in short for
// language models. The build makes these files and the gateway hands them out as it does everything, to anybody. No
// program depends on them, so the description of the API leaves them out.

import { sha256 } from '../../lib/digest.ts'

/** The route of all these files, beside those of the API. */
export const HOME_ROUTE = 'home'

interface HomeFileRow {
  name: string
  /** With `{digest}` in place of the beginning of the SHA-256 of the body. */
  path: string
  mediaType: string
  /** RFC 9111. What is named by its content never changes; the page is asked for anew soon, for it names the others. */
  cacheControl: string
}

const FOR_EVER = 'public, max-age=31536000, immutable'

export const HOME_FILES = [
  { name: 'page', path: '/', mediaType: 'text/html; charset=utf-8', cacheControl: 'public, max-age=300' },
  {
    name: 'style',
    path: '/page/{digest}.css',
    mediaType: 'text/css; charset=utf-8',
    cacheControl: FOR_EVER,
  },
  {
    name: 'script',
    path: '/page/{digest}.js',
    mediaType: 'text/javascript; charset=utf-8',
    cacheControl: FOR_EVER,
  },
  { name: 'icon', path: '/page/{digest}.svg', mediaType: 'image/svg+xml', cacheControl: FOR_EVER },
  {
    name: 'llms',
    path: '/llms.txt',
    mediaType: 'text/plain; charset=utf-8',
    cacheControl: 'public, max-age=3600',
  },
] as const satisfies readonly HomeFileRow[]

export type HomeFileName = (typeof HOME_FILES)[number]['name']
export type HomeMediaType = (typeof HOME_FILES)[number]['mediaType']

/** The address of the page. */
export const HOME_TARGET = '/'

const DIGEST_CHARACTERS = 16

/** The address of a file with this body. */
export function homeTarget({ path }: Pick<HomeFileRow, 'path'>, body: Uint8Array): string {
  return path.replace('{digest}', sha256(body).slice(0, DIGEST_CHARACTERS))
}

const HOME_PATH = new RegExp(
  `^(?:${HOME_FILES.map(({ path }) => path.replaceAll('.', '\\.').replace('{digest}', `[0-9a-f]{${DIGEST_CHARACTERS}}`)).join('|')})$`,
)

/** Whether a path is one of these addresses; whether there is a file is for the release to say. */
export function isHomePath(path: string): boolean {
  return HOME_PATH.test(path)
}
