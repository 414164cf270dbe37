// Which sources a result of the benchmark belongs to: a digest of those of the benchmark and one of those of the gateway.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** In hexadecimal characters. */
const LENGTH = 16

/**
 * The line of a result. It needs the record of `dist/gateway.mjs`.
 * @param {string} root
 */
export function measuredSources(root) {
  const bench = digestOf(
    readdirSync(join(root, 'bench'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:ts|mjs)$/.test(path) && !/(?:^|\/)(?:node_modules|\.work)\//.test(path))
      .toSorted()
      .map((path) => [path, readFileSync(join(root, 'bench', path), 'utf8')]),
  )
  const gateway = digestOf(JSON.parse(readFileSync(join(root, 'dist/.inputs/gateway.json'), 'utf8')))
  return `sources of the benchmark ${bench}, of the gateway ${gateway}`
}

/** @param {unknown} value */
function digestOf(value) {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, LENGTH)
}
