import t from 'tap'
import type { StepTime } from '../../../build/report/build-report.ts'
import { stepTimer } from '../../../build/report/build-report.ts'

t.test('steps are noted in their order, each with its seconds, even one that fails', async (t) => {
  let now = 0
  const lasting = (milliseconds: number): string => {
    now += milliseconds
    return `${milliseconds} ms`
  }
  const times: StepTime[] = []
  const step = stepTimer(times, () => now)
  t.equal(await step('first', () => lasting(250)), '250 ms')
  await step('second', async () => {
    await Promise.resolve()
    lasting(1500)
  })
  const failing = step('third', async () => {
    await Promise.resolve()
    lasting(10)
    throw new Error('broken')
  })
  await t.rejects(failing, { message: 'broken' })
  t.same(times, [
    { name: 'first', seconds: 0.25 },
    { name: 'second', seconds: 1.5 },
    { name: 'third', seconds: 0.01 },
  ])
})
