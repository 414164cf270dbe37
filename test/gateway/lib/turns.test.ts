import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { oneATurn } from '../../../gateway/lib/turns.ts'

t.test('one caller goes on in each turn, in order', async (t) => {
  const turn = oneATurn()
  const gone: string[] = []
  for (const name of ['a', 'b', 'c']) void turn().then(() => gone.push(name))
  t.same(gone, [])
  for (const expected of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
    await setImmediate()
    t.same(gone, expected)
  }
})

t.test('one that comes meanwhile is last, and one that comes later starts again', async (t) => {
  const turn = oneATurn()
  const gone: string[] = []
  const come = (name: string) => turn().then(() => gone.push(name))
  const first = come('a').then(() => come('c'))
  await Promise.all([first, come('b')])
  t.same(gone, ['a', 'b', 'c'])
  await come('d')
  t.equal(gone.at(-1), 'd')
})
