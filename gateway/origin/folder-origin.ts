// Releases in a local folder: the default.

import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { messageOf } from '../../contract/failure.ts'
import { Problem } from '../../contract/problem.ts'
import { folderReader } from '../../contract/release/folder.ts'
import { objectPath } from '../../contract/release/layout.ts'
import { digestGate } from './digest-gate.ts'
import type { Origin } from './origin.ts'

export function folderOrigin(root: string): Origin {
  return {
    reader: folderReader(root),
    failure: 'catalogue_unavailable',
    async sendFile({ entry, status, headers, range }, _req, res) {
      const file = await open(join(root, objectPath(entry.digest, entry.storage))).catch((cause) => {
        throw new Problem('catalogue_unavailable', 'The file could not be opened.', {
          cause: new Error(messageOf(cause), { cause }),
        })
      })
      res.writeHead(status, [...headers])
      const bytes = file.createReadStream(range ? { start: range.first, end: range.last } : {})
      // Of a part no digest is known; the client checks the whole with `Repr-Digest`.
      await (range ? pipeline(bytes, res) : pipeline(bytes, digestGate(entry), res))
    },
    close() {},
  }
}
