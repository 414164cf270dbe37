// Step: reads the release back from disk, like a gateway, before it becomes the current one. It is cheap: it reads no
// objects. `verify` checks all of them.

import type { Pointer } from '../../../contract/release/manifest.ts'
import { OperatorError } from '../../../lib/errors.ts'
import { missingObjects } from '../../releases/objects.ts'
import type { OutputFolder } from '../../releases/output-folder.ts'

/** @throws {OperatorError} `not-verified` if an object is missing, `bad-release` if a file cannot be read */
export async function checkRelease({ path, reader }: OutputFolder, pointer: Pointer): Promise<void> {
  const { routes } = await reader.load(pointer)
  const missing = await missingObjects(path, routes.entries())
  if (missing.length === 0) return
  throw new OperatorError(
    'not-verified',
    `the new release is not published: ${missing.length} objects are missing, e.g. ${missing[0]}`,
  )
}
