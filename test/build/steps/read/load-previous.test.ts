import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { LineStore } from '../../../../build/day/line-store.ts'
import { loadPrevious } from '../../../../build/steps/read/load-previous.ts'
import { memoryPath } from '../../../../contract/release/layout.ts'
import { SHORT_MS } from '../../../helpers/slow-suite.ts'
import { runBuild } from '../../support/program.ts'
import { readPublished } from '../../support/published.ts'
import { records, writeSource } from '../../support/source.ts'

t.setTimeout(SHORT_MS)

const root = t.testdir({})
const [out, other, empty] = [join(root, 'out'), join(root, 'other'), join(root, 'empty')]

/** The main facts that `loadPrevious` reads for the output folder `from`. */
async function known(from: string, previous?: string, mustContinue = false) {
  const places = { out: from, previous, trust: undefined, mustContinue }
  const { current, memory } = await loadPrevious(places, new LineStore())
  return { current: current?.id, continued: memory.header?.release, offers: memory.offers.size }
}

let [id, otherId] = ['', '']

t.before(async () => {
  const source = writeSource(join(root, 'source'), { offers: records(10) })
  await runBuild(source, out)
  await runBuild(writeSource(source, { offers: records(20) }), other)
  mkdirSync(empty)
  const ids = await Promise.all([out, other].map(async (each) => (await readPublished(each)).manifest.id))
  id = ids[0] ?? ''
  otherId = ids[1] ?? ''
})

t.test('the current release is continued; a folder without a release has nothing to continue', async (t) => {
  t.same(await known(out), { current: id, continued: id, offers: 10 })
  t.same(await known(empty), { current: undefined, continued: undefined, offers: 0 })
})

t.test('the memory may come from elsewhere; the current release is still that of the folder', async (t) => {
  t.same(await known(out, other), { current: id, continued: otherId, offers: 20 })
  t.same(await known(empty, other), { current: undefined, continued: otherId, offers: 20 })
})

t.test('the memory may come from a single memory file, with any name', async (t) => {
  for (const name of ['memory.gz', 'yesterday']) {
    const path = join(root, name)
    copyFileSync(join(other, memoryPath(otherId)), path)
    t.same(await known(out, path), { current: id, continued: otherId, offers: 20 }, name)
  }
})

t.test('a path that holds nothing to continue is an error', async (t) => {
  const none = join(root, 'none')
  await t.rejects(known(out, none), {
    code: 'no-release',
    message: `${none}: there is no such folder or file`,
  })
  await t.rejects(known(out, empty), { code: 'no-release' })
  await t.rejects(known(out, join(root, 'source', 'catalogue.json')), { code: 'bad-release' })
})

t.test('with --must-continue a folder without a current release is refused, with the remedies', async (t) => {
  t.match(await known(out, undefined, true), { continued: id })
  t.match(await known(empty, other, true), { continued: otherId })
  for (const lost of [empty, join(root, 'not-mounted')]) {
    await t.rejects(known(lost, undefined, true), {
      code: 'no-release',
      message:
        `${lost}: no release is current, so there is nothing to continue; restore the folder, or use its ` +
        'backup as --previous; to start over, run once without --must-continue (the daily job: FIRST=1)',
    })
  }
})
