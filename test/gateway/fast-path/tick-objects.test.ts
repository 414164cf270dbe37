import t from 'tap'
import { keepTickObjects } from '../../../gateway/fast-path/tick-objects.ts'

t.test('one tick object of Node is kept, and later ones are not watched', async (t) => {
  const kept = keepTickObjects()
  t.equal(kept.length, 1)
  const ran = new Promise<void>((resolve) => process.nextTick(resolve))
  t.equal(kept.length, 1)
  await ran
})

t.test('this Node still makes objects with computed names, which are slow without their shape', async (t) => {
  const [object = {}] = keepTickObjects()
  t.strictSame(Object.keys(object), ['callback', 'args'])
  t.match(Object.getOwnPropertySymbols(object).map(String), [
    'Symbol(async_id_symbol)',
    'Symbol(trigger_async_id_symbol)',
  ])
})
