import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import t from 'tap'
import { Turns } from '../../../gateway/connections/turns.ts'

t.test('two works are done in a turn of the event loop, in order', async (t) => {
  const { done } = withWorks(5)
  t.same(await doneInTurns(done, 4), [2, 4, 5, 5])
  t.same(done, [0, 1, 2, 3, 4])
})

t.test('while there are new connections, works are done in every eighth turn', async (t) => {
  const { turns, done } = withWorks(5)
  const inTurns = await doneInTurns(done, 17, () => turns.newConnection())
  t.same(inTurns, [0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2, 4, 4])
  t.same(await doneInTurns(done, 1), [5], 'and at once when there are none')
})

function withWorks(count: number) {
  const turns = new Turns()
  const done: number[] = []
  for (let work = 0; work < count; work++) turns.add(() => done.push(work))
  return { turns, done }
}

/** How many works are done after each turn. */
async function doneInTurns(done: readonly number[], count: number, before = () => {}) {
  const counts: number[] = []
  for (let turn = 0; turn < count; turn++) {
    before()
    await turnOfTheLoop()
    counts.push(done.length)
  }
  return counts
}
