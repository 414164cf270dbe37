// The other versions of Node that the programs run on, as `make nodes` fetches them.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface NodeVersion {
  version: string
  /** The program itself. */
  path: string
  /** For the `skip` option of a test. On CI nothing is skipped: there the test fails instead. */
  skip: string | false
}

export const OTHER_NODES: readonly NodeVersion[] = ['22', '24', '26'].map((version) => {
  const path = fileURLToPath(
    new URL(`../../.run/nodes/${version}/node_modules/node/bin/node`, import.meta.url),
  )
  const isHere = existsSync(path) || process.env.CI === 'true'
  return { version, path, skip: isHere ? false : `Node ${version} is not here: run \`make nodes\`` }
})
