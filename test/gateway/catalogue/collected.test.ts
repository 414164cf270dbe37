import t from 'tap'
import { whenCollected } from '../../../gateway/catalogue/collected.ts'
import { collectGarbage } from '../../helpers/collect-garbage.ts'

t.test('a call when a thing has been collected, and not before', async (t) => {
  const held = { thing: { of: 'interest' } as object | undefined }
  let calls = 0
  whenCollected(held.thing ?? {}, () => {
    calls++
  })
  await collectGarbage()
  t.equal(calls, 0, 'somebody refers to it')
  held.thing = undefined
  await collectGarbage()
  t.equal(calls, 1)
  await collectGarbage()
  t.equal(calls, 1, 'once')
})
