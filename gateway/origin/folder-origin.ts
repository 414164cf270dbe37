// Releases in a local folder.

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { objectPath } from '../../contract/release/layout.ts'
import type { ReleaseTrust } from '../../contract/release/signature.ts'
import { messageOf } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'
import { ifMissing } from '../../lib/files/file-errors.ts'
import { type Origin, OriginError } from './origin.ts'

/** A client that reads a snapshot slowly keeps two pieces in memory. */
const PIECE_BYTES = 32 * 1024

/** @param trust trusted signers of releases; without it, no signature is checked */
export function folderOrigin(root: string, trust?: ReleaseTrust): Origin {
  return {
    reader: folderReader(root, trust),
    async explainEmpty() {
      const found = await ifMissing(
        files.call(root, () => stat(root)),
        undefined,
      )
      return found ? `no release was ever published in ${root}` : `${root}: no such folder`
    },
    isRemote: false,
    // Opening a file takes no network, so it does not watch for a client that leaves: `sendSnapshot` notices that afterwards.
    async openSnapshot(entry, range) {
      const path = join(root, objectPath(entry.digest, entry.storage))
      const part = range && { start: range.first, end: range.last }
      return files.stream(path, { ...part, pieceBytes: PIECE_BYTES }).catch((cause) => {
        throw new OriginError(messageOf(cause), cause)
      })
    },
    async storedSize(entry) {
      const path = join(root, objectPath(entry.digest, entry.storage))
      // `later`: all reads for requests but those of snapshots go first.
      const found = await ifMissing(
        files.call(path, () => stat(path), undefined, 'later'),
        undefined,
      )
      return found?.isFile() ? found.size : undefined
    },
    close() {},
  }
}
