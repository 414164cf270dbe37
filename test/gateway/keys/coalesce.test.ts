import t from 'tap'
import { coalesce } from '../../../gateway/keys/coalesce.ts'

t.test('calls during a run share one that begins after it', async (t) => {
  let runs = 0
  const run = coalesce(async () => {
    runs += 1
    const number = runs
    await new Promise((resolve) => setImmediate(resolve))
    return number
  })
  const first = run()
  await Promise.resolve()
  const during = [run(), run(), run()]
  t.equal(await first, 1)
  t.same(await Promise.all(during), [2, 2, 2])
  t.equal(await run(), 3)
})

t.test('a run that fails fails for those who share it, and for nobody after', async (t) => {
  let healthy = false
  const run = coalesce(async () => {
    if (!healthy) throw new Error('ill')
    return 'well'
  })
  await Promise.all([t.rejects(run(), /ill/), t.rejects(run(), /ill/)])
  healthy = true
  t.equal(await run(), 'well')
})
