// The map of the pages leads to all of them.

import { posix } from 'node:path'
import t from 'tap'
import { linksOf, PAGES, read, trackedFiles } from './support/pages.ts'
import { noneWrong } from './support/wrong.ts'

const MAP = 'docs/README.md'

t.test('every page of docs is in the map', async (t) => {
  const linked = linksOf(read(MAP)).map((link) => posix.join('docs', link))
  const pages = trackedFiles().filter((file) => /^docs\/.*\.md$/.test(file) && file !== MAP)
  t.ok(pages.length > 10)
  noneWrong(t, pages, (page) => linked.includes(page), 'none is missing')
})

t.test('the tests of words and links read every page of docs', async (t) => {
  const pages = trackedFiles().filter((file) => /^docs\/.*\.md$/.test(file))
  noneWrong(t, pages, (page) => PAGES.some((read) => read === page), 'none is missing')
})
