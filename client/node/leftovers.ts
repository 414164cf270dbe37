// Files under names that no other run has, and what remains of them if a run is killed.

import { randomUUID } from 'node:crypto'
import { lstat, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** `tmp`: a run writes to it. `part`: its run has failed, and another may continue it. */
type Kind = 'tmp' | 'part'

/** A name next to `path`. @param tag identifies the content, for other runs */
export function nameBeside(path: string, kind: Kind, tag?: string): string {
  return `${path}.${tag === undefined ? '' : `${tag}.`}${randomUUID()}.${kind}`
}

const NAME = /^(?:(.*)\.)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(tmp|part)$/

export interface Leftover {
  file: string
  kind: Kind
  tag: string
  /** In milliseconds since 1970. */
  modifiedAt: number
}

/** The files of all runs next to `path`, including those that are still working. */
export async function leftoversOf(path: string): Promise<Leftover[]> {
  const [folder, prefix] = [dirname(path), `${basename(path)}.`]
  const found: Leftover[] = []
  for (const name of await readdir(folder)) {
    const [, tag = '', kind] = (name.startsWith(prefix) && NAME.exec(name.slice(prefix.length))) || []
    if (kind !== 'tmp' && kind !== 'part') continue
    const file = join(folder, name)
    // Its run may just have removed it.
    const stats = await lstat(file).catch(() => undefined)
    // SECURITY: a run makes plain files only. Others may write to the folder, too, and a link may lead to any file.
    if (stats?.isFile()) found.push({ file, kind, tag, modifiedAt: stats.mtimeMs })
  }
  return found
}

/** A run that is still working has written to its files within this time. */
const OLD_MS = 24 * 3600 * 1000

/** Removes those that are old. */
export async function removeOld(leftovers: readonly Leftover[]): Promise<void> {
  for (const { file, modifiedAt } of leftovers) {
    if (Date.now() - modifiedAt > OLD_MS) await rm(file, { force: true })
  }
}
