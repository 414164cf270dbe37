// Records the digests of the sources of each bundle, so that no test runs a bundle of other sources. The dates of files
// would not show that, because copies and checkouts change them.

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
 * Records the sources of a bundle. package-lock.json stands for all packages.
 * @param {string} name
 * @param {readonly string[]} paths relative to the root: the inputs that esbuild reports, and other files in the bundle
 */
export function recordInputs(name, paths, root = ROOT) {
  const sources = paths.filter((path) => !path.includes('node_modules/'))
  const digests = [...sources, 'package-lock.json'].map((path) => [path, digestOf(join(root, path))])
  const record = recordOf(name, root)
  mkdirSync(dirname(record), { recursive: true })
  writeFileSync(record, JSON.stringify(Object.fromEntries(digests)))
}

/**
 * The path of a source that was changed or removed after the bundle was made, or of the record if it is missing; undefined
 * if the bundle is current.
 * @param {string} name
 */
export function changedInput(name, root = ROOT) {
  const record = recordOf(name, root)
  if (!existsSync(record)) return record
  const digests = Object.entries(JSON.parse(readFileSync(record, 'utf8')))
  return digests.find(([path, digest]) => digestOf(join(root, path)) !== digest)?.[0]
}
