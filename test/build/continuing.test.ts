// A build continues the previous release: its memory, its moment, its history.

import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { memoryPath } from '../../contract/release/layout.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'
import { ID, moment, mornings, one } from './support/mornings.ts'
import { runBuild } from './support/program.ts'
import { readPublished } from './support/published.ts'

t.setTimeout(SLOW_MS)

t.test('memory can come from another folder, or as a file alone', async (t) => {
  const { root, out, morning } = mornings(t)
  const first = await morning('2026-03-01', [one])
  cpSync(out, join(root, 'clean-machine'), { recursive: true })
  const { manifest } = await morning('2026-03-02', [])
  const source = join(root, 'source')
  const before = join(root, 'clean-machine')
  for (const previous of [before, join(before, memoryPath(first.manifest.id))]) {
    const fresh = join(root, `fresh-${previous === before}`)
    const { code } = await runBuild(source, fresh, '--as-of', moment('2026-03-02'), '--previous', previous)
    t.equal(code, 0)
    const published = await readPublished(fresh)
    t.same(published.manifest, manifest, 'the release equals that of the first machine')
    t.match(await published.offerWith(ID), { status: 'withdrawn' })
  }
})

t.test('a release that is built again from its own memory is the same', async (t) => {
  const { root, out, morning } = mornings(t)
  await morning('2026-03-01', [])
  const { manifest } = await morning('2026-03-02', [one])
  const fresh = join(root, 'fresh')
  await runBuild(join(root, 'source'), fresh, '--as-of', moment('2026-03-02'), '--previous', out)
  const again = await readPublished(fresh)
  t.equal(again.manifest.id, manifest.id)
  t.equal(again.manifest.previous, manifest.previous)
})

t.test('the same moment with other content is another release', async (t) => {
  const { out, morning } = mornings(t)
  const first = await morning('2026-03-01', [one])
  const second = await morning('2026-03-01', [{ ...one, title: 'One, mended' }])
  t.not(second.manifest.id, first.manifest.id)
  t.equal(first.manifest.data_as_of, moment('2026-03-01'))
  t.equal(second.manifest.data_as_of, '2026-03-01T10:00:00.001Z', 'clients must be able to distinguish them')
  t.match(second.offer, { title: 'One, mended', updated_at: second.manifest.data_as_of })
  t.same(second.manifest.history, { '2026-03-01T10:00:00.001Z': 0, '2026-03-01T10:00:00.000Z': 1 })
  t.equal(second.manifest.previous, first.manifest.id)
  t.equal(readdirSync(join(out, 'releases')).length, 2)
  const again = await morning('2026-03-01', [{ ...one, title: 'One, mended' }])
  t.equal(again.manifest.id, second.manifest.id, 'the same source once more changes nothing')
  t.equal((await morning('2026-03-01', [one])).manifest.data_as_of, '2026-03-01T10:00:00.002Z')
})
