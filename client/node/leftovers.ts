// Files under names that no other run has, and what remains of them if a run is killed.

import { randomUUID } from 'node:crypto'
import { lstat, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** A name next to `path`, to write to until the file is whole. */
export const nameBeside = (path: string) => `${path}.${randomUUID()}.tmp`

const NAME = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/

/** A run that is still working has written to its file within this time. */
const OLD_MS = 24 * 3600 * 1000

/** Removes the old files that runs left next to `path`. */
export async function removeLeftovers(path: string): Promise<void> {
  const [folder, prefix] = [dirname(path), `${basename(path)}.`]
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix) || !NAME.test(name.slice(prefix.length))) continue
    const file = join(folder, name)
    // Its run may just have removed it.
    const stats = await lstat(file).catch(() => undefined)
    if (stats?.isFile() && Date.now() - stats.mtimeMs > OLD_MS) await rm(file, { force: true })
  }
}
