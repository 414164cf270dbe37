// The release of the demonstration catalogue. Building it takes seconds, so it is built once for each state of the code,
// for all tests that only read it.

import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sha256 } from '../../lib/digest.ts'
import { buildRelease } from './build.ts'
import { bundle, demonstrationSource } from './processes.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const KEPT = join(ROOT, '.tap/demonstration')
/** The bytes of a release depend on these alone; `client` is a part of the page. */
const SOURCES = [
  'build',
  'contract',
  'lib',
  'fixtures',
  'client',
  'dist/client.tgz',
  'test/helpers/build.ts',
  'package-lock.json',
  'CHANGELOG.md',
]
/** An hour: no test runs that long, so none still reads an older release of an earlier state of the code. */
const OLD_MS = 3_600_000

/** @returns its folder, which no test may write into */
export function demonstrationRelease(): Promise<string> {
  kept ??= keptRelease()
  return kept
}
let kept: Promise<string> | undefined

async function keptRelease(): Promise<string> {
  const digests = SOURCES.flatMap(filesIn).map((path) => `${path} ${sha256(readFileSync(join(ROOT, path)))}`)
  const folder = join(KEPT, sha256(digests.join('\n')).slice(0, 16))
  if (existsSync(folder)) return folder
  removeOld()
  // It is a part of the release.
  bundle('client')
  // Another file of tests may be building it, too: the first one to finish stays.
  const made = `${folder}.${process.pid}`
  await buildRelease({ source: demonstrationSource, out: made })
  try {
    renameSync(made, folder)
  } catch (error) {
    rmSync(made, { recursive: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

function removeOld(): void {
  for (const name of existsSync(KEPT) ? readdirSync(KEPT) : []) {
    const path = join(KEPT, name)
    // A folder that another process is making may be renamed at this moment.
    const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(path, { throwIfNoEntry: false }) ?? {}
    if (mtimeMs < Date.now() - OLD_MS) rmSync(path, { recursive: true, force: true })
  }
}

function filesIn(path: string): string[] {
  if (/\.\w+$/.test(path)) return [path]
  return readdirSync(join(ROOT, path), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath.slice(ROOT.length), entry.name))
    .filter((name) => !name.startsWith('client/dist/'))
    .sort()
}
