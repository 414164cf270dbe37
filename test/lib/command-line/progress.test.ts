// Progress of long work is shown in a terminal only.

import t from 'tap'
import { progressOn } from '../../../lib/command-line/progress.ts'
import { Terminal } from '../../helpers/terminal.ts'

t.test('a terminal shows how much is done, ten times a second at most', async (t) => {
  const terminal = new Terminal()
  let now = 0
  const shown = progressOn(terminal, {}, () => now)('Writing answers', 8_000)
  t.match(terminal.text, 'Writing answers: 0 of 8,000')
  shown.add(1_200)
  t.notMatch(terminal.text, '1,200', 'too early')
  now = 100
  shown.add()
  t.match(terminal.text, 'Writing answers: 1,201 of 8,000')
  shown.end()
})

t.test('without a total it counts', async (t) => {
  const terminal = new Terminal()
  progressOn(terminal, {})('Reading rows').end()
  t.match(terminal.text, /Reading rows: 0(?! of)/)
})

t.test('nothing is shown to a pipe, on CI, or in a terminal that cannot move its cursor', async (t) => {
  for (const [title, isTTY, env] of [
    ['a pipe', false, {}],
    ['CI', true, { CI: 'true' }],
    ['a dumb terminal', true, { TERM: 'dumb' }],
  ] as const) {
    const stream = Object.assign(new Terminal(), { isTTY })
    const shown = progressOn(stream, env)('Writing answers', 8)
    shown.add(8)
    shown.end()
    t.equal(stream.text, '', title)
  }
})
