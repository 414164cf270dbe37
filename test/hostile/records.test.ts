// Odd records from a fixed seed: for any source, the build ends by itself, reports faults with file and line, and publishes
// the good records.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { runBuild } from '../build/support/program.ts'
import { readPublished } from '../build/support/published.ts'
import { record, records, writeSource } from '../build/support/source.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'
import { OddInputs } from './support/odd-inputs.ts'

t.setTimeout(SLOW_MS)

const GOOD = records(30)
const LINE_FEED = 0x0a
const SPACE = 0x20

/** A damaged record, one with an arbitrary value in a member, or anything else; without a line feed. */
function oddLine(odd: OddInputs): Buffer {
  const good = record({ ref: 'odd' })
  const bytes = odd.pick([
    () => odd.bent(JSON.stringify(good)),
    () => JSON.stringify({ ...good, [odd.pick(Object.keys(good))]: odd.json() }),
    () => JSON.stringify(odd.bentValue(good)),
    () => JSON.stringify(odd.json()),
    () => odd.piece() + odd.piece(),
    () => odd.noise(200),
  ])()
  return Buffer.from(Buffer.from(bytes).map((byte) => (byte === LINE_FEED ? SPACE : byte)))
}

t.test('1,800 odd lines among good ones: each is published or listed with its line', async (t) => {
  const root = t.testdir({})
  const odd = new OddInputs('records')
  const lines = Array.from({ length: 1_800 }, () => oddLine(odd))
  const good = GOOD.map((each) => Buffer.from(JSON.stringify(each)))
  const source = writeSource(join(root, 'source'), {
    offers: Buffer.concat([...good, ...lines].flatMap((each) => [each, Buffer.from('\n')])),
  })
  const out = join(root, 'out')
  const { code, stderr } = await runBuild(source, out, '--on-broken', 'accept')
  t.equal(code, 0, stderr)
  t.same(existsSync(join(out, '.staging')) ? readdirSync(join(out, '.staging')) : [], [])
  const rejects = readFileSync(join(out, '.build', 'rejects.ndjson'), 'utf8')
    .trim()
    .split('\n')
  const rejected = new Set(rejects.map((each) => JSON.parse(each).line))
  const isBlank = (each: Buffer) => each.every((byte) => byte <= SPACE)
  const unsaid = lines.filter((each, index) => !rejected.has(GOOD.length + index + 1) && !isBlank(each))
  const { manifest } = await readPublished(out)
  const published = Object.values(manifest.counts.offers).reduce((sum, count) => sum + count, 0)
  t.equal(published, GOOD.length + unsaid.length)
  t.ok(rejected.size > 1_000, `${rejected.size} are rejected`)
})
