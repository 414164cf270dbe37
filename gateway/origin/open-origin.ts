// Opens the origin that `--public` (a folder) or `--origin` (an http(s) address) names.

import { parseOriginUrl } from '../../contract/release/origin-site.ts'
import type { ReleaseTrust } from '../../contract/release/signature.ts'
import type { NoUnusedOption } from '../../lib/command-line/command.ts'
import { OperatorError } from '../../lib/errors.ts'
import { folderOrigin } from './folder-origin.ts'
import type { Origin } from './origin.ts'

export interface OriginOptions {
  folder?: string | undefined
  url?: string | undefined
  /** Trusted signers of releases; without it, no signature is checked. */
  trust?: ReleaseTrust | undefined
}

/** @throws {OperatorError} `usage` unless either a folder or a valid URL is given */
export async function openOrigin({ folder, url, trust, ...unused }: OriginOptions): Promise<Origin> {
  unused satisfies NoUnusedOption
  if (folder !== undefined && url !== undefined) {
    throw new OperatorError('usage', 'serve: --public and --origin exclude each other')
  }
  if (folder !== undefined) return folderOrigin(folder, trust)
  if (url === undefined) {
    throw new OperatorError('usage', 'serve: expected either --public DIR or --origin URL')
  }
  const base = parseOriginUrl(url)
  // Loaded here, so that a gateway over a folder starts without http-proxy-middleware.
  const { remoteOrigin } = await import('./remote-origin.ts')
  return remoteOrigin(base, { trust })
}
