import { PassThrough } from 'node:stream'
import t from 'tap'
import { bars, chooseProgress } from '../../../lib/progress/choose-progress.ts'
import { datedLines, silent, withPhase } from '../../../lib/progress/progress.ts'

const SECOND_MS = 1000

t.test('in a log, a long part reports its progress from time to time', async (t) => {
  const stream = new PassThrough()
  let now = Date.parse('2026-03-01T12:00:00.000Z')
  const phase = datedLines(stream, () => now).begin('rendering', 90, 'responses')
  for (const reached of [10, 20, 30]) {
    now += 6 * SECOND_MS
    phase.advance(reached)
  }
  now += SECOND_MS
  phase.advance(60)
  phase.advance(90)
  phase.end()
  t.same(String(stream.read()).trimEnd().split('\n'), [
    '2026-03-01T12:00:00.000Z rendering: 90 responses',
    '2026-03-01T12:00:12.000Z rendering: 20 of 90 responses',
    '2026-03-01T12:00:19.000Z rendering: done',
  ])
})

t.test('a part that ends early reports how far it came', async (t) => {
  const stream = new PassThrough()
  const phase = datedLines(stream, () => 0).begin('reading', 90, 'bytes')
  phase.advance(5)
  phase.end()
  t.match(String(stream.read()), 'reading: ended at 5 of 90 bytes')
})

t.test('on a terminal there are bars, drawn again ten times a second at most', async (t) => {
  const screen = new PassThrough()
  let now = 0
  const phase = bars(screen, () => now).begin('reading', 40, 'bytes')
  for (now = 10; now <= 200; now += 10) phase.advance(now / 10)
  phase.advance(40)
  phase.end()
  const drawn = String(screen.read()).split('\r')
  t.strictSame(
    drawn.map((line) => line.replace(/[=-]+/, (bar) => `${bar.indexOf('-')} of ${bar.length}`)),
    [
      '',
      'reading    [0 of 30] 0% | 0/40 bytes',
      'reading    [7 of 30] 25% | 10/40 bytes',
      'reading    [15 of 30] 50% | 20/40 bytes',
      'reading    [-1 of 30] 100% | 40/40 bytes\n',
    ],
  )
})

t.test('a bar of nothing is full', async (t) => {
  const screen = new PassThrough()
  bars(screen, () => 0)
    .begin('reading', 0, 'bytes')
    .end()
  t.match(String(screen.read()), '100% | 0/0 bytes\n')
})

t.test('the form depends on terminal and --quiet', async (t) => {
  const terminal = { stdout: new PassThrough(), stderr: new PassThrough(), env: {}, clock: () => 0 }
  t.equal(chooseProgress(true, terminal), silent)
  const screen = new PassThrough()
  t.equal(chooseProgress(true, { ...terminal, screen }), silent, '--quiet counts there as well')
  chooseProgress(false, terminal).begin('reading', 1, 'bytes')
  t.match(String(terminal.stderr.read()), 'reading: 1 bytes')
})

t.test('a part ends even if it fails', async (t) => {
  let ended = 0
  const phase = {
    advance() {},
    end: () => {
      ended += 1
    },
  }
  await t.rejects(
    withPhase(phase, () => Promise.reject(new Error('broken'))),
    { message: 'broken' },
  )
  t.equal(await withPhase(phase, async () => 7), 7)
  t.equal(ended, 2)
})
