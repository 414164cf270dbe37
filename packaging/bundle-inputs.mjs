// The sources of each bundle, by their digests: a test must not run a bundle of other sources. Times of files would not
// do, for copies and checkouts change them.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/**
 * @param {string} name
 * @param {string} root
 */
const recordOf = (name, root) => join(root, 'dist/.inputs', `${name}.json`)

/** @param {string} path */
const digestOf = (path) =>
  existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : null

/**
 * Records the sources of a bundle. Packages are recorded by package-lock.json.
 * @param {string} name
 * @param {readonly string[]} paths relative to the root; of a metafile of esbuild, and others
 */
export function recordInputs(name, paths, root = ROOT) {
  const own = paths.filter((path) => !path.includes('node_modules/'))
  const digests = [...own, 'package-lock.json'].map((path) => [path, digestOf(join(root, path))])
  const record = recordOf(name, root)
  mkdirSync(dirname(record), { recursive: true })
  writeFileSync(record, JSON.stringify(Object.fromEntries(digests)))
}

/**
 * A source of a bundle that has changed or is gone since; undefined if there is none.
 * @param {string} name
 */
export function changedInput(name, root = ROOT) {
  const record = recordOf(name, root)
  if (!existsSync(record)) return record
  const digests = Object.entries(JSON.parse(readFileSync(record, 'utf8')))
  return digests.find(([path, digest]) => digestOf(join(root, path)) !== digest)?.[0]
}
