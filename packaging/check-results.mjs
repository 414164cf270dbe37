// Refuses to make a release whose published speed is that of other sources: node packaging/check-results.mjs [ROOT]. It
// needs `make dist`.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { measuredSources } from './measured-sources.mjs'

const [root = join(import.meta.dirname, '..')] = process.argv.slice(2)
const bench = join(root, 'bench')
const expected = measuredSources(root)
const results = readdirSync(bench).filter((name) => /^results-node-\d+\.md$/.test(name))
const others = results.filter((name) => !readFileSync(join(bench, name), 'utf8').includes(expected))
if (results.length === 0 || others.length > 0) {
  process.stderr.write(
    `${others.join(', ') || 'bench/'}: expected results of the present ${expected}; run \`make bench\` with that version of Node\n`,
  )
  process.exit(1)
}
