// A release that lost objects: the next build of the same source writes them again.

import { readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { signingKeys } from '../helpers/signing-keys.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { folderDigests } from './support/folder.ts'
import { offersBuild, runBuild } from './support/program.ts'
import { ONE_LIST, records, writeSource } from './support/source.ts'

t.setTimeout(BUSY_MS)

const root = t.testdir({})
const out = join(root, 'out')
const source = writeSource(join(root, 'source'), { offers: records(40, ONE_LIST) })
/** All that is published. */
const published = () => Object.entries(folderDigests(out)).filter(([path]) => !path.startsWith('.'))

t.before(async () => {
  await runBuild(source, out)
})

const gzipped = () =>
  readdirSync(join(out, 'objects'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.gz'))
    .map((path) => join(out, 'objects', path))

const damages: [name: string, damage: () => void][] = [
  ['all objects', () => rmSync(join(out, 'objects'), { recursive: true })],
  ['one object', () => rmSync(gzipped()[3] ?? '')],
  ['the end of an object', () => truncateSync(gzipped()[5] ?? '', 20)],
  ['the content of an object', () => writeFileSync(gzipped()[7] ?? '', '')],
]

for (const [name, damage] of damages) {
  t.test(`${name} is written again, with the same bytes in the same release`, async (t) => {
    const before = published()
    const manifest = statSync(join(out, 'latest.json')).mtimeMs
    damage()
    const { code, stdout } = await runBuild(source, out)
    t.equal(code, 0)
    t.match(stdout, /^Repaired \S+: objects were missing or damaged, and are written again$/m)
    t.same(published(), before)
    t.equal(statSync(join(out, 'latest.json')).mtimeMs, manifest, 'the pointer stays')
    t.match((await runBuild(source, out)).stdout, 'Nothing to do')
    t.equal((await offersBuild(['verify', '--out', out])).code, 0)
  })
}

t.test('a signed release keeps its signature', async (t) => {
  const key = join(root, 'offers.key')
  writeFileSync(key, signingKeys().files.secretKey)
  const sign = ['--sign', key]
  t.match((await runBuild(source, out, ...sign)).stdout, 'Published')
  const before = published()
  rmSync(gzipped()[0] ?? '')
  t.match((await runBuild(source, out, ...sign)).stdout, 'Repaired')
  t.same(published(), before)
})
