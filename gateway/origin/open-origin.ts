// Opens the origin that the options `--public` and `--origin` name.

import type { ReleaseTrust } from '../../contract/release/signature.ts'
import { OperatorError } from '../../lib/errors.ts'
import { folderOrigin } from './folder-origin.ts'
import type { Origin } from './origin.ts'
import { parseOriginUrl } from './origin-url.ts'

/** @throws {OperatorError} `usage` unless exactly one of both is given, and right */
export async function openOrigin({
  folder,
  url,
  trust,
}: {
  folder?: string | undefined
  url?: string | undefined
  /** Whose releases are taken; without it, everybody's. */
  trust?: ReleaseTrust | undefined
}): Promise<Origin> {
  if (folder !== undefined && url === undefined) return folderOrigin(folder, trust)
  if (url !== undefined && folder === undefined) {
    const base = parseOriginUrl(url)
    // Loaded only here: a gateway over a folder starts without http-proxy-middleware and its dependencies.
    const { remoteOrigin } = await import('./remote-origin.ts')
    return remoteOrigin(base, { trust })
  }
  throw new OperatorError('usage', 'serve: expected either --public DIR or --origin URL')
}
