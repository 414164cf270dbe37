// The list of steps is the list of files: one name for a step's function and its file.

import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import t from 'tap'

const pipeline = ['read-day', 'pipeline'].map((name) => readFileSync(`build/${name}.ts`, 'utf8')).join('')
const steps = pipeline.split(/\.step\(/).slice(1)
const files = readdirSync('build/steps', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => basename(file, '.ts'))

t.test('every step of the pipeline calls the function of one file of steps/', async (t) => {
  t.equal(steps.length, files.length)
  for (const file of files) {
    const name = file.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
    t.equal(steps.filter((step) => new RegExp(`\\b${name}\\(`).test(step)).length, 1, file)
  }
})
