// Opens the origin that the options `--public` (a folder) and `--origin` (an http(s) address) name.

import type { ReleaseTrust } from '../../contract/release/signature.ts'
import type { Nothing } from '../../lib/command-line/command.ts'
import { OperatorError } from '../../lib/errors.ts'
import { folderOrigin } from './folder-origin.ts'
import type { Origin } from './origin.ts'

export interface OriginOptions {
  folder?: string | undefined
  url?: string | undefined
  /** Trusted signers of releases; without it, no signature is checked. */
  trust?: ReleaseTrust | undefined
}

/** @throws {OperatorError} `usage` unless exactly one of folder and URL is given, and right */
export async function openOrigin({ folder, url, trust, ...unused }: OriginOptions): Promise<Origin> {
  unused satisfies Nothing
  if (folder !== undefined && url === undefined) return folderOrigin(folder, trust)
  if (url !== undefined && folder === undefined) {
    const base = parseOriginUrl(url)
    // Loaded only here: a gateway over a folder starts without http-proxy-middleware and its dependencies.
    const { remoteOrigin } = await import('./remote-origin.ts')
    return remoteOrigin(base, { trust })
  }
  throw new OperatorError('usage', 'serve: expected either --public DIR or --origin URL')
}

/**
 * The address, its path ending in a slash, so that paths of a release can be appended.
 * @throws {OperatorError} `usage` if it is no such address
 */
export function parseOriginUrl(text: string): URL {
  if (!URL.canParse(text)) throw badOriginUrl('an address like https://origin.example/catalogue/', text)
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw badOriginUrl('http:// or https://', text)
  if (url.username !== '' || url.password !== '') throw badOriginUrl('an address without credentials', text)
  // Looked for in the text: the parsed address shows no trace of an empty query or fragment.
  if (/[?#]/.test(text)) throw badOriginUrl('an address without query and fragment', text)
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url
}

function badOriginUrl(expected: string, text: string): OperatorError {
  // SECURITY: the message ends up on a terminal or in a log, which must not hold credentials.
  const found = text.split('/').map(maskUserInfo).join('/')
  return new OperatorError('usage', `--origin: expected ${expected}, found ${found}`)
}

function maskUserInfo(part: string): string {
  const end = part.lastIndexOf('@')
  return end < 0 ? part : `…${part.slice(end)}`
}
