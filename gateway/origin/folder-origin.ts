// Releases in a local folder: the default.

import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiProblem } from '../../contract/api/api-problem.ts'
import { messageOf } from '../../contract/lib/errors.ts'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { objectPath } from '../../contract/release/layout.ts'
import type { Origin } from './origin.ts'

export function folderOrigin(root: string): Origin {
  return {
    reader: folderReader(root),
    failure: 'catalogue_unavailable',
    async openSnapshot(entry, range) {
      const file = await open(join(root, objectPath(entry.digest, entry.storage))).catch((cause) => {
        throw new ApiProblem('catalogue_unavailable', 'The file could not be opened.', {
          cause: new Error(messageOf(cause), { cause }),
        })
      })
      return file.createReadStream(range ? { start: range.first, end: range.last } : {})
    },
    close() {},
  }
}
