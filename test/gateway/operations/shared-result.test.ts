import t from 'tap'
import { sharedFor } from '../../../gateway/operations/shared-result.ts'

t.test('calls within the period share one result', async (t) => {
  let now = 5_000
  let made = 0
  const ask = sharedFor(
    1_000,
    async () => {
      made += 1
      return made
    },
    () => now,
  )
  t.same(await Promise.all([ask(), ask()]), [1, 1])
  now += 999
  t.equal(await ask(), 1)
  now += 1
  t.equal(await ask(), 2)
  now -= 10
  t.equal(await ask(), 3, 'a clock that was set back does not prolong it')
})

t.test('a failure reaches only the calls that wait for it', async (t) => {
  let fails = true
  const ask = sharedFor(
    1_000,
    async () => {
      if (fails) throw new Error('down')
      return 'up'
    },
    () => 0,
  )
  const both = [ask(), ask()]
  for (const each of both) await t.rejects(each, { message: 'down' })
  fails = false
  t.equal(await ask(), 'up')
})
