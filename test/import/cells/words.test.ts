// Texts that mean "unknown".

import t from 'tap'
import { saysNothing, wordsOf } from '../../../import/cells/words.ts'

const NOTHING =
  'No especificado|no especifica|No informado|No disponible|No aplica|Sin información|Não informado|não especificado|' +
  'Não se aplica|Not specified|not available|not applicable|UNKNOWN|tbd|N/A|na|s/i|S.I.|nd|n/d|null|None|NaN||-|…|***|/'

t.test('words for "unknown" say nothing, and other words do', async (t) => {
  for (const text of NOTHING.split('|')) t.ok(saysNothing(text), text)
  for (const text of ['no', 'nada', 'no aplica a vinos', '0', '日本', '7', 'Ñ', 'ー一'])
    t.notOk(saysNothing(text), text)
  t.ok(saysNothing('-'.repeat(61)), 'a long line')
  t.equal(wordsOf('  No—Aplica: (Ñuñoa) 2x1! '), 'no aplica nunoa 2x1')
})
