// For any source folder, check and run end with one of their exit codes and a message, and run publishes a whole release
// or changes nothing. Sources are drawn from a seed; a case that fails names its number.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { folderDigests } from '../build/support/folder.ts'
import { offersBuild } from '../build/support/program.ts'
import { records, writeSource } from '../build/support/source.ts'
import { inFull, SLOW_MS } from '../helpers/slow-suite.ts'
import { endsWell } from './support/ends-well.ts'
import { OddInputs } from './support/odd-inputs.ts'
import { oddSource } from './support/odd-source.ts'

t.setTimeout(SLOW_MS)

const SEED = process.env.SEED ?? '1'
const CASES = inFull ? 3000 : 100
const BUILDS = inFull ? 250 : 8

t.test(`${CASES} odd sources: check reports the faults, and writes nothing`, async (t) => {
  const root = t.testdir({})
  for (let number = 0; number < CASES; number++) {
    const odd = new OddInputs('sources', SEED, number)
    const source = oddSource(odd, join(root, 'source'))
    const before = folderDigests(root)
    await endsWell(t, ['check', '--source', source], `check ${number}`)
    t.same(folderDigests(root), before, `check ${number} writes nothing`)
  }
})

t.test(`${BUILDS} odd sources: run publishes a whole release, or leaves the one before`, async (t) => {
  const root = t.testdir({})
  const [good, out] = [writeSource(join(root, 'good'), { offers: records(3) }), join(root, 'out')]
  const run = ['--out', out, '--threads', '0']
  await endsWell(t, ['run', '--source', good, ...run], 'the first')
  for (let number = 0; number < BUILDS; number++) {
    const odd = new OddInputs('builds', SEED, number)
    const source = oddSource(odd, join(root, 'source'))
    const before = { source: folderDigests(source), published: publishedIn(out) }
    const more = odd.pick([[], ['--on-broken', 'accept'], ['--on-broken', 'refuse'], ['--keep-days', '0']])
    const { code } = await endsWell(t, ['run', '--source', source, ...run, ...more], `run ${number}`)
    t.same(folderDigests(source), before.source, `run ${number} leaves the source alone`)
    if (code !== 0) t.same(publishedIn(out), before.published, `run ${number} publishes nothing`)
    const staged = existsSync(join(out, '.staging')) ? readdirSync(join(out, '.staging')) : []
    t.same(staged, [], `run ${number} leaves nothing unfinished`)
    const verified = await offersBuild(['verify', '--out', out])
    t.equal(verified.code, 0, `after run ${number} the release is whole`)
  }
})

/** All files except those that the build keeps for itself. */
function publishedIn(out: string): Record<string, string> {
  return Object.fromEntries(Object.entries(folderDigests(out)).filter(([path]) => !path.startsWith('.')))
}
