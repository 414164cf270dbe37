// The list of steps is the list of files: one name for a step's label, its function and its file.

import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import t from 'tap'

const pipeline = ['read-day', 'pipeline'].map((name) => readFileSync(`build/${name}.ts`, 'utf8')).join('')
const steps = pipeline.split(/\.step\(/).slice(1)
const labels = steps.map((step) => /^'([a-z-]+)'/.exec(step)?.[1] ?? '')
const files = readdirSync('build/steps', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => basename(file, '.ts'))

t.test('every file of steps/ is one step of the pipeline', async (t) => {
  t.same(labels.toSorted(), files.toSorted())
})

t.test('a step calls the function with its name', async (t) => {
  for (const [index, label] of labels.entries()) {
    const name = label.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
    t.match(steps[index], new RegExp(`\\b${name}\\(`), label)
  }
})
