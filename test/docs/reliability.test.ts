// Existing tests hold every promise of docs/reliability.md, and no suite against hostile input is missing.

import t from 'tap'
import { codeSpans, isThere, read, trackedFiles } from './support/pages.ts'
import { noneWrong } from './support/wrong.ts'

const page = read('docs/reliability.md')
const rows = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:\*\*|Promise )/.test(line))
const promises = rows.filter((line) => line.split('|').length === 4)
const suitesOf = (text: string) => codeSpans(text).filter((span) => span.endsWith('.test.ts'))

t.test('each promise names suites that exist', async (t) => {
  t.ok(promises.length > 15)
  noneWrong(t, promises, (promise) => suitesOf(promise).length > 0, 'each has one')
  noneWrong(t, promises.flatMap(suitesOf), isThere, 'all exist')
})

t.test('each suite against hostile input holds a promise', async (t) => {
  const suites = trackedFiles().filter((file) => /^test\/hostile\/[^/]+\.test\.ts$/.test(file))
  t.ok(suites.length > 5)
  const named = suitesOf(page)
  noneWrong(t, suites, (suite) => named.includes(suite), 'none is missing')
})
