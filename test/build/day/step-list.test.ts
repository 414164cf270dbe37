import t from 'tap'
import { type Ending, StepList, type StepResults } from '../../../build/day/step-list.ts'

t.test(
  'each step gets what those before it found, and its seconds are noted, even if it fails',
  async (t) => {
    let now = 0
    const list = StepList.given<{ first: number }>()
      .step('double', ({ first }) => {
        now += 250
        return { doubled: first * 2 }
      })
      .step('add', async ({ first, doubled }) => {
        await Promise.resolve()
        now += 1500
        return { sum: first + doubled }
      })
      .step('fail', ({ sum }) => {
        now += 10
        if (sum > 100) throw new Error('too much')
        return {}
      })
    const run = async (first: number) => {
      const results: StepResults<{ sum: number }> = { found: {}, times: [] }
      const error = await list.run({ first }, results, () => now).catch(({ message }: Error) => message)
      return { ...results, error }
    }
    t.match(await run(7), { found: { doubled: 14, sum: 21 }, error: undefined })
    t.same(await run(50), {
      found: { doubled: 100, sum: 150 },
      times: [
        { name: 'double', seconds: 0.25 },
        { name: 'add', seconds: 1.5 },
        { name: 'fail', seconds: 0.01 },
      ],
      error: 'too much',
    })
  },
)

t.test('a step with an outcome is the last', async (t) => {
  const list = StepList.given<object>()
    .step('compare', (): Ending => ({ outcome: 'unchanged' }))
    .step('write', (): Ending => {
      throw new Error('nothing is left to do')
    })
  const results: StepResults<Ending> = { found: {}, times: [] }
  await list.run({}, results, () => 0)
  t.match(results, { found: { outcome: 'unchanged' }, times: { length: 1 } })
})
