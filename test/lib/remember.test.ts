import t from 'tap'
import { remember } from '../../lib/remember.ts'

t.test('a result is made once for each text, also if it is false or empty', async (t) => {
  const asked: string[] = []
  const isLong = remember((text) => {
    asked.push(text)
    return text.length > 3
  })
  t.same(['a', 'long', 'a', 'long', ''].map(isLong), [false, true, false, true, false])
  t.same(asked, ['a', 'long', ''])
})

t.test('texts without end take no memory without end: what was remembered is made again', async (t) => {
  let made = 0
  const lengthOf = remember((text) => {
    made += 1
    return text.length
  })
  for (let count = 0; count < 50_001; count++) lengthOf(String(count))
  t.equal(lengthOf('0'), 1)
  t.equal(made, 50_002)
})
