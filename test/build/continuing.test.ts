// A build continues the previous release: its memory, its moment, its history.

import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { memoryPath } from '../../contract/release/layout.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'
import { ID, moment, mornings, one } from './support/mornings.ts'
import { offersBuild, runBuild } from './support/program.ts'
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

t.test('data older than the current release is refused', async (t) => {
  const { root, out, morning } = mornings(t)
  await morning('2026-03-02', [one])
  const { code, stderr } = await runBuild(join(root, 'source'), out, '--as-of', moment('2026-03-01'))
  t.equal(code, 1)
  t.match(stderr, 'the source is of 2026-03-01T10:00:00.000Z, the last release of 2026-03-02T10:00:00.000Z')
  t.equal((await readPublished(out)).manifest.data_as_of, moment('2026-03-02'))
})

t.test('the same moment with other content is another release', async (t) => {
  const { out, morning } = mornings(t)
  const first = await morning('2026-03-01', [one])
  const second = await morning('2026-03-01', [{ ...one, title: 'Mended' }])
  t.not(second.manifest.id, first.manifest.id)
  t.equal(first.manifest.data_as_of, moment('2026-03-01'))
  t.equal(second.manifest.data_as_of, '2026-03-01T10:00:00.001Z', 'clients must be able to distinguish them')
  t.match(second.offer, { title: 'Mended', updated_at: second.manifest.data_as_of })
  t.same(second.manifest.history, { '2026-03-01T10:00:00.001Z': 0, '2026-03-01T10:00:00.000Z': 1 })
  t.equal(second.manifest.previous, first.manifest.id)
  t.equal(readdirSync(join(out, 'releases')).length, 2)
  const again = await morning('2026-03-01', [{ ...one, title: 'Mended' }])
  t.equal(again.manifest.id, second.manifest.id, 'the same source once more changes nothing')
  t.equal((await morning('2026-03-01', [one])).manifest.data_as_of, '2026-03-01T10:00:00.002Z')
})

t.test('a moment that was rolled back is not used again for something else', async (t) => {
  const { out, morning } = mornings(t)
  await morning('2026-03-01', [one])
  const dropped = await morning('2026-03-02', [{ ...one, title: 'Wrong' }])
  t.equal((await offersBuild(['rollback', '--out', out])).code, 0)
  const mended = await morning('2026-03-02', [{ ...one, title: 'Mended' }])
  t.equal(mended.manifest.data_as_of, '2026-03-02T10:00:00.001Z')
  t.same(Object.keys(mended.manifest.history), [mended.manifest.data_as_of, moment('2026-03-01')])
  t.equal((await offersBuild(['rollback', '--out', out])).code, 0)
  const back = await morning('2026-03-02', [{ ...one, title: 'Wrong' }])
  t.equal(back.manifest.id, dropped.manifest.id, 'except for the same release')
})

t.test('the history covers as many days as withdrawn offers are remembered', async (t) => {
  const { morning } = mornings(t)
  await morning('2026-03-01', [one])
  await morning('2026-03-02', [])
  t.same((await morning('2026-05-30', [])).manifest.history, {
    [moment('2026-05-30')]: 0,
    [moment('2026-03-02')]: 0,
    [moment('2026-03-01')]: 1,
  })
  t.same(Object.keys((await morning('2026-05-31', [])).manifest.history), [
    moment('2026-05-31'),
    moment('2026-05-30'),
    moment('2026-03-02'),
  ])
  t.same(Object.keys((await morning('2026-06-01', [])).manifest.history), [
    moment('2026-06-01'),
    moment('2026-05-31'),
    moment('2026-05-30'),
  ])
})

t.test('missing or damaged memory is reported with its path', async (t) => {
  const { root, out, morning } = mornings(t)
  await morning('2026-03-01', [one])
  const source = join(root, 'source')
  const tryPrevious = async (previous: string) => {
    const { code, stderr } = await runBuild(source, join(root, 'fresh'), '--previous', previous)
    t.equal(code, 1)
    return stderr
  }
  t.match(await tryPrevious(join(root, 'nowhere')), /nowhere: there is no such folder or file/)
  t.match(await tryPrevious(source), /source: no release was published there/)
  t.match(await tryPrevious(join(source, 'issuers.json')), /issuers\.json: damaged/)
  t.match(await tryPrevious(join(out, 'latest.json')), /latest\.json: damaged/)
})
