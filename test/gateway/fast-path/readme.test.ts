import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'

const FOLDER = new URL('../../../gateway/fast-path/', import.meta.url)

t.test('the README of the fast path lists each file of its folder, and no other', async (t) => {
  const readme = readFileSync(new URL('README.md', FOLDER), 'utf8')
  const [shortcuts = ''] = readme.split('\n## ')
  const listed = Array.from(shortcuts.matchAll(/^\| `([^`]+)` \|/gm), ([, file]) => file)
  const files = readdirSync(FOLDER).filter((name) => name !== 'README.md')
  t.same(listed.toSorted(), files.toSorted())
})
