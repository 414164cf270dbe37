// The page of the daily job: the build prints every message on it, and its commands do what it says.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { offersBuild, runBuild } from '../build/support/program.ts'
import { CATALOGUE, records, writeSource } from '../build/support/source.ts'
import { demonstrationSource } from '../helpers/processes.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { read } from './support/pages.ts'
import { noneWrong } from './support/wrong.ts'

t.setTimeout(BUSY_MS)

const page = ['docs/failures.md', 'docs/daily-job.md'].map(read).join('\n')

// One folder for the three tests that follow, in their order: a build of the demonstration takes seconds.
const root = t.testdir({})
const out = join(root, 'public-out')
const source = join(root, 'source')
const SECOND_DAY = ['--as-of', '2026-09-02T10:00:00Z']

// Release ids are compared by their shape: which one it is depends on the demonstration catalogue.
const withoutIds = (text: string) => text.replaceAll(/\d{8}T\d{9}Z-[0-9a-f]{12}/g, 'RELEASE')
const shownLines = withoutIds(page)

/** The text is not empty, and the page shows each line of it, with the paths of a reader. */
function isShown(t: Test, { stderr }: { stderr: string }): void {
  t.not(stderr, '')
  const lines = withoutIds(stderr.replaceAll(`${root}/`, ''))
    .trim()
    .split('\n')
  noneWrong(t, lines, (line) => shownLines.includes(line), lines[0] ?? '')
}

t.test('the messages of the page are those that the build prints', async (t) => {
  await cp(demonstrationSource, source, { recursive: true })
  t.equal((await runBuild(source, out)).code, 0)
  const offers = read('fixtures/catalogue/offers.ndjson').split('\n')
  const broken = async (name: string, files: Record<string, string>) => {
    const folder = join(root, name)
    await cp(source, folder, { recursive: true })
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
    return folder
  }

  const slug = await broken('categories', { 'categories.json': '[{"slug":"cines"}]' })
  isShown(t, await runBuild(slug, out))
  const renamed = offers.map((line, index) => (index < 280 ? line.replace('"issuer"', '"isuer"') : line))
  const onRenamed = await broken('renamed', { 'offers.ndjson': renamed.join('\n') })
  const refused = await runBuild(onRenamed, out)
  t.equal(refused.code, 1)
  const ofAll = refused.stderr
    .split('\n')
    .filter((line) => line.includes('records are rejected') && line.includes('the source'))
  t.equal(ofAll.length, 1)
  isShown(t, { stderr: ofAll.join('\n') })
  const fewer = offers.filter((line) => !line.includes('"banco-pellin"'))
  const lost = await broken('lost', { 'offers.ndjson': fewer.join('\n') })
  isShown(t, await runBuild(source, join(root, 'other'), '--previous', join(root, 'nowhere')))

  isShown(t, await runBuild(await broken('empty', { 'offers.ndjson': '' }), join(root, 'first')))

  isShown(t, await runBuild(lost, out, ...SECOND_DAY))
})

t.test('the commands on releases do what the page says', async (t) => {
  const ids = readdirSync(join(out, 'releases')).sort()
  const shownIds = ['20260901T100000000Z-2db93f466aa0', '20260902T100000000Z-8a1c0f3377de']
  const [section = ''] = /^## List and compare releases$.*?^## /ms.exec(page) ?? []
  const asHere = (words: string) =>
    shownIds.reduce((text, shown, index) => text.replaceAll(shown, ids[index] ?? ''), words)
  const outputs = new Map<string, string>()
  const commands = Array.from(section.matchAll(/^node dist\/build\.mjs (.*)$/gm), ([, words = '']) => words)
  const reading = commands.filter((words) => /^(?:releases|diff|verify) --out/.test(words))
  t.equal(reading.length, 5)
  for (const words of reading) {
    const ended = await offersBuild(asHere(words).replace('public-out', out).split(' '))
    t.equal(ended.code, 0, `${words}: ${ended.stderr}`)
    outputs.set(words, ended.stdout)
  }
  t.match(outputs.get('releases --out public-out'), /banco-pellin$/m)
  const words = new Set(
    Array.from(
      outputs.get('diff --out public-out')?.matchAll(/\d+ ([a-z]+)[,\n]/g) ?? [],
      ([, word]) => word,
    ),
  )
  t.equal(words.size, 6)
  noneWrong(t, words, (word) => section.includes(`\`${word}\``), 'each word is explained')
})

t.test('the messages about damage are those of the page', async (t) => {
  const objects = join(out, 'objects/00')
  for (const name of readdirSync(objects)) rmSync(join(objects, name))
  const { code, stderr } = await offersBuild(['verify', '--out', out])
  t.equal(code, 1)
  isShown(t, { stderr: stderr.split('\n')[0] ?? '' })

  const { release } = JSON.parse(readFileSync(join(out, 'latest.json'), 'utf8'))
  rmSync(join(out, 'releases', release, 'release.json'))
  isShown(t, await runBuild(source, out))
})

t.test('a wrong moment is refused, and each wrong release is rolled back as the page shows', async (t) => {
  const root = t.testdir({})
  const out = join(root, 'public-out')
  const catalogue = { ...CATALOGUE, data_as_of: '2026-09-01T10:00:00Z' }
  const source = writeSource(join(root, 'source'), { catalogue, offers: records(5, { valid_until: null }) })
  const shown = (words: string) => {
    t.match(page, `\nnode dist/build.mjs ${words}\n`)
    return offersBuild(words.replace('public-out', out).split(' '))
  }
  const far = '2062-09-01T10:00:00.000Z'
  const words = ['run', '--source', source, '--out', out, '--threads', '0', '--as-of']
  const refused = await offersBuild([...words, far])
  t.equal(refused.code, 1)
  t.match(page, refused.stderr.split('\n')[0])

  // The clock of the machine was wrong as well.
  const wrongly = await offersBuild([...words, far], Date.parse(far))
  t.equal(wrongly.code, 0)
  t.match(await runBuild(source, out), { code: 1, stderr: /the last release of 2062-/ })
  t.match(await shown('rollback --out public-out'), { code: 1, stderr: /the first release.*latest\.json/ })
  rmSync(join(out, 'latest.json'))
  t.equal((await runBuild(source, out)).code, 0)

  t.equal((await offersBuild([...words, far], Date.parse(far))).code, 0)
  t.equal((await shown('rollback --out public-out')).code, 0)
  t.equal((await runBuild(source, out, ...SECOND_DAY)).code, 0)
})
