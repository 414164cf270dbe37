// `run --repair`: writes again what the current release lacks, and publishes nothing new.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { folderDigests } from './support/folder.ts'
import { NOW, offersBuild, runBuild } from './support/program.ts'
import { records, writeSource } from './support/source.ts'

t.setTimeout(BUSY_MS)

const DAY_MS = 86_400_000

async function published(t: Test) {
  const root = t.testdir({})
  const out = join(root, 'out')
  const source = writeSource(join(root, 'source'), { offers: records(8) })
  const repair = (...more: string[]) =>
    offersBuild(
      ['run', '--source', source, '--out', out, '--threads', '0', '--repair', ...more],
      NOW + 2 * DAY_MS,
    )
  return { root, out, source, repair }
}

const filesOf = (out: string) => Object.entries(folderDigests(out)).filter(([path]) => !path.startsWith('.'))

t.test('days later, lost objects are written again, as of the moment of the release', async (t) => {
  const { out, source, repair } = await published(t)
  await runBuild(source, out)
  const before = filesOf(out)
  t.match(await repair(), { code: 0, stdout: 'Nothing to do' })
  rmSync(join(out, 'objects'), { recursive: true })
  t.match(await repair('--as-of', 'now'), { code: 0, stdout: /^Repaired /m })
  t.same(filesOf(out), before)
})

t.test('objects that are damaged, but have their size, are written again', async (t) => {
  const { out, source, repair } = await published(t)
  await runBuild(source, out)
  const before = filesOf(out)
  const objects = before.map(([path]) => path).filter((path) => path.startsWith('objects/'))
  t.ok(objects.length > 30)
  for (const path of objects.slice(0, 30)) {
    const bytes = readFileSync(join(out, path))
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
    writeFileSync(join(out, path), bytes)
  }
  const verified = await offersBuild(['verify', '--out', out, '--json'])
  t.equal(verified.code, 1)
  const { failure, findings } = JSON.parse(verified.stdout)
  t.match(failure, { code: 'not-verified', message: 'and 10 more' })
  t.equal(findings.length, 30, 'all are listed')
  for (const path of objects.slice(0, 30))
    t.ok(
      findings.some((finding: string) => finding.startsWith(path)),
      path,
    )

  t.match(
    await runBuild(source, out),
    { code: 0, stdout: 'Nothing to do' },
    'by their sizes, none is missing',
  )
  t.match(await repair(), { code: 0, stdout: /^Repaired /m })
  t.same(filesOf(out), before)
  t.match(await offersBuild(['verify', '--out', out]), { code: 0 })
})

t.test('a source that the release was not made from is refused, and nothing is written', async (t) => {
  const { out, source, repair } = await published(t)
  await runBuild(source, out)
  rmSync(join(out, 'objects'), { recursive: true })
  writeSource(source, { offers: records(9) })
  t.match(await repair(), {
    code: 1,
    stdout: 'Refused (bad-source)',
    stderr: /2026\S+ is made from another source, or by another version, so that nothing is repaired/,
  })
  t.same(readdirSync(join(out, 'releases')).length, 1)
  t.notOk(readdirSync(out).includes('objects'))
})

t.test('without a release there is nothing to repair', async (t) => {
  const { repair } = await published(t)
  t.match(await repair(), { code: 1, stdout: 'Refused (no-release)', stderr: 'nothing to repair' })
})

t.test('what a killed build left is freed by the next one', async (t) => {
  const { out, source } = await published(t)
  await runBuild(source, out)
  const before = filesOf(out)
  // As if it had ended while it wrote: its objects are there, and the mark of their beginning.
  const left = join(out, 'objects/aa', `${'b'.repeat(62)}.gz`)
  mkdirSync(join(left, '..'), { recursive: true })
  writeFileSync(join(out, '.build/began'), String(Date.now() - 1000))
  writeFileSync(left, 'left')
  t.match(await runBuild(source, out), { code: 0, stdout: 'Nothing to do' })
  t.same(filesOf(out), before)
  t.notOk(readdirSync(join(out, '.build')).includes('began'))
  writeFileSync(left, 'of somebody else')
  await runBuild(source, out)
  t.ok(filesOf(out).length > before.length, 'without the mark nothing is removed')
})
