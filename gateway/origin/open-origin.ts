// Opens the origin that the options `--public` (a folder) and `--origin` (an http(s) address) name.

import { parseOriginUrl } from '../../contract/release/origin-site.ts'
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
