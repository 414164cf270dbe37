import t from 'tap'
import { type Ending, StepList, type StepResults } from '../../../build/day/step-list.ts'

t.test('each step gets what those before it found, and it is kept, even if one fails', async (t) => {
  const list = StepList.given<{ first: number }>()
    .step(({ first }) => ({ doubled: first * 2 }))
    .step(async ({ first, doubled }) => {
      await Promise.resolve()
      return { sum: first + doubled }
    })
    .step(({ sum }) => {
      if (sum > 100) throw new Error('too much')
      return {}
    })
  const run = async (first: number) => {
    const found: StepResults<{ sum: number }> = {}
    const error = await list.run({ first }, found).catch(({ message }: Error) => message)
    return { found, error }
  }
  t.same(await run(7), { found: { doubled: 14, sum: 21 }, error: undefined })
  t.same(await run(50), { found: { doubled: 100, sum: 150 }, error: 'too much' })
})

t.test('a step with an outcome is the last', async (t) => {
  const list = StepList.given<object>()
    .step((): Ending => ({ outcome: 'unchanged' }))
    .step((): Ending => {
      throw new Error('nothing is left to do')
    })
  const found: StepResults<Ending> = {}
  await list.run({}, found)
  t.same(found, { outcome: 'unchanged' })
})
