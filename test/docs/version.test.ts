// A few files name the version; they are edited for a release.

import t from 'tap'
import { asRecord, parseJson } from '../../lib/json/json.ts'
import { read, trackedFiles } from './support/pages.ts'

t.test('releasing names each file that has the present version', async (t) => {
  const { version } = asRecord(parseJson(read('package.json'), 'package.json'), 'package.json')
  const [, step = ''] = /^1\. In (.*), remove `-dev`/m.exec(read('.github/CONTRIBUTING.md')) ?? []
  const named = Array.from(step.matchAll(/`([^`]+)`/g), ([, file = '']) => file)
  const having = trackedFiles().filter((file) => read(file).includes(`${version}`))
  t.ok(named.length > 0)
  t.strictSame(
    named.filter((file) => !having.includes(file)),
    [],
    'each of these has it',
  )
  // Other pages may speak of a released version.
  if (!`${version}`.endsWith('-dev')) return
  t.strictSame(having.toSorted(), named.toSorted())
})
