// From the options `--public` and `--origin` to where the bytes come from.

import { Failure } from '../../contract/failure.ts'
import { folderOrigin } from './folder-origin.ts'
import type { Origin } from './origin.ts'

/** @throws {Failure} `usage` unless exactly one of both is given */
export async function openOrigin({
  folder,
  url,
}: {
  folder?: string | undefined
  url?: string | undefined
}): Promise<Origin> {
  if (folder !== undefined && url === undefined) return folderOrigin(folder)
  throw new Failure('usage', 'serve: expected either --public DIR or --origin URL')
}
