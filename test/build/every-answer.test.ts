// Every answer of small releases, compared with the naive model. test/e2e/whole-release.test.ts does it for a large one.

import { join } from 'node:path'
import t from 'tap'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { expectSameAnswers } from '../e2e/same-as-model.ts'
import { buildRelease } from '../helpers/build.ts'
import { CATALOGUE, CATEGORIES, COMUNAS, ISSUERS, records, writeSource } from './support/source.ts'

const ENDED = { valid_until: '2026-02-01' }

for (const [name, offers] of [
  ['a release', [...records(112), ...records(3, ENDED, 112)]],
  ['a release without listed offers', records(3, ENDED)],
] as const) {
  t.test(`${name} has each answer of the model, to the byte, and no others`, async (t) => {
    const root = t.testdir({})
    const out = join(root, 'out')
    await buildRelease({ source: writeSource(join(root, 'source'), { offers }), out, onBroken: ['accept'] })
    const reader = folderReader(out)
    const pointer = await reader.pointer()
    if (!pointer) throw new Error('nothing was published')
    const { table } = await reader.load(pointer)
    const { attribution, data_as_of } = CATALOGUE
    const lists = { issuers: ISSUERS, categories: CATEGORIES, comunas: COMUNAS }
    expectSameAnswers(t, table, { attribution, data_as_of, ...lists, offers })
  })
}
