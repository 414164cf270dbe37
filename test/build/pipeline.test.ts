// The list of steps is the list of files: one name for a step's label, its function and its file. The steps up to the
// verdict are a separate list, because `check` runs them as well.

import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import t from 'tap'

const pipeline = ['read-day', 'pipeline'].map((name) => readFileSync(`build/${name}.ts`, 'utf8')).join('')
const labels = Array.from(pipeline.matchAll(/\bstep\('([a-z-]+)'/g), ([, label = '']) => label)
const files = readdirSync('build/steps', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => basename(file, '.ts'))

t.test('every file of steps/ is one step of the pipeline', async (t) => {
  t.same(labels.toSorted(), files.toSorted())
})

t.test('a step has the name of its file', async (t) => {
  for (const label of labels) {
    const name = label.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
    t.match(pipeline, new RegExp(`step\\('${label}', \\(\\) =>\\s+${name}\\(`), label)
  }
})
