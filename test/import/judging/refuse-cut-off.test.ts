// Tables that are cut off.

import t from 'tap'
import { refuseCutOff } from '../../../import/judging/refuse-cut-off.ts'
import type { TableMemory } from '../../../import/judging/table-memory.ts'

t.test('a table that is cut off is refused, and one that lost offers here and there is not', async (t) => {
  const memory: TableMemory = { rows: 9, endsOpen: false, columns: {} }
  const verdict = (
    rows: number,
    there: string,
    more: { endsOpen?: boolean; memory?: TableMemory | undefined; offers?: number } = {},
  ) => {
    const { endsOpen = false, offers = rows } = more
    const last = {
      memory: 'memory' in more ? more.memory : memory,
      lastOffers: async function* () {
        for (const ref of 'abcdefghi') yield { issuer: 'x', ref, title: ref, hasValue: true }
      },
    }
    const has = ({ issuer, ref }: { issuer: string; ref: string }) => issuer === 'x' && there.includes(ref)
    return refuseCutOff(last, { rows, offers, endsOpen, has }).then(
      () => undefined,
      (error: Error) => error.message,
    )
  }
  const open = { ...memory, endsOpen: true }
  const torn =
    /^found 8 rows, the last without a line end; before, there were 9, all with one; nothing was written/
  t.match(await verdict(8, 'abcdefgh', { endsOpen: true }), torn)
  t.match(
    await verdict(6, 'abcdef'),
    /found 6 rows; before, there were 9, and the last 3 offers are all missing, from "g" on/,
  )
  t.match(await verdict(6, 'ab', { offers: 2 }), 'the last 7 offers are all missing')
  const fine: Parameters<typeof verdict>[] = [
    [8, 'abcdefgh', { endsOpen: true, memory: open }],
    [8, 'abcdefgh'],
    [9, 'abcdefgh', { endsOpen: true }],
    [7, 'abcdefg'],
    [6, 'abcdei'],
    [6, 'abcdefg'],
    [5, 'acegi'],
    [2, 'ab', { memory: undefined }],
    // The flyer of another week.
    [6, ''],
    [6, 'ab'],
  ]
  for (const given of fine) t.equal(await verdict(...given), undefined, JSON.stringify(given))
})
