// The client's promises of a live API, on this version of Node. `make test-nodes` asks for them on the others.

import t from 'tap'
import { SLOW_MS } from '../../helpers/slow-suite.ts'
import { LIVE_PROMISES, playAll } from './promises.ts'
import { startStage } from './stage.ts'

t.setTimeout(SLOW_MS)

t.test('on this version of Node', async (t) => {
  const results = await playAll(await startStage(t, t.testdir({})))
  for (const { title, expected } of LIVE_PROMISES) t.strictSame(results[title], expected, title)
})
