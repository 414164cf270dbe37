// The page for those who own the data: its examples are imported and published by its very commands.

import { isUtf8 } from 'node:buffer'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { offersBuild } from '../build/support/program.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { read } from './support/pages.ts'

t.setTimeout(BUSY_MS)

const page = read('docs/your-data.md')

/** The block of a kind, e.g. `csv`. */
function block(kind: string): string {
  return new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\`$`, 'ms').exec(page)?.[1] ?? ''
}

/** The page's commands of the build, in their order, as words. */
const COMMANDS = Array.from(page.matchAll(/^node dist\/build\.mjs (.*)$/gm), ([, words = '']) =>
  words.split(' '),
)

function inFolder(t: Test): string {
  const folder = t.testdir({})
  const before = process.cwd()
  process.chdir(folder)
  t.teardown(() => process.chdir(before))
  return folder
}

t.test('the commands of the page lead from its files to a release', async (t) => {
  const folder = inFolder(t)
  const bytes = Buffer.from(block('csv').replaceAll('\n', '\r\n'), 'latin1')
  t.notOk(isUtf8(bytes), 'the table is in Windows-1252, as the page says')
  writeFileSync('ofertas.csv', bytes)
  writeFileSync('ofertas.ndjson', block('ndjson'))
  mkdirSync('before', { recursive: true })
  let isTold = false
  for (const words of COMMANDS.filter(([name]) => name !== 'preview')) {
    if (words.includes('--mapping') && !isTold) {
      const untold = await offersBuild(words)
      t.match(
        untold,
        { code: 1, stderr: /\/catalogue\/attribution: found null/ },
        'without the edit nothing is imported',
      )
      const mapping = readFileSync('ofertas.mapping.json', 'utf8')
      const edited = mapping.replace('"attribution": null', block('json').trim())
      t.not(edited, mapping)
      writeFileSync('ofertas.mapping.json', edited)
      isTold = true
    }
    // A worker thread would look for the loader of TypeScript below this folder.
    const inOneThread = words[0] === 'run' ? ['--threads', '0'] : []
    const ended = await offersBuild([...words, ...inOneThread], Date.parse('2026-09-12T00:00:00Z'))
    t.equal(ended.code, 0, `${words.join(' ')} ${ended.stderr}`)
    if (words.includes('--mapping') && !words.includes('--quiet')) {
      t.match(ended.stdout, '"fin de temporada"; expected a day')
      t.match(ended.stdout, '"Hasta 40% de descuento"; expected one benefit')
    }
  }
  t.equal(COMMANDS.length, 10, 'all of them')
  const offers = readFileSync(join(folder, 'source/offers.ndjson'), 'utf8').trim().split('\n')
  t.match(
    offers.map((line) => JSON.parse(line)),
    [
      {
        ref: 'R-100',
        comunas: ['nunoa', 'maipu'],
        benefit: { kind: 'percentage', value: 20, cap: { value: 10_000, currency: 'CLP' } },
        weekdays: ['monday', 'tuesday'],
        valid_from: '2026-09-01',
        valid_until: '2026-12-31',
      },
      { ref: 'R-101', comunas: [], benefit: { kind: 'multibuy', value: 2 } },
      { ref: 'R-102', benefit: { kind: 'amount', value: 5000, currency: 'CLP' } },
      { ref: 'R-103', benefit: { kind: 'other', value: null }, valid_until: null },
    ],
  )
})

t.test('what the page says of the scraper is proposed', async (t) => {
  inFolder(t)
  writeFileSync('ofertas.ndjson', block('ndjson'))
  await offersBuild(['import', 'ofertas.ndjson', '--propose', 'm.json', '--country', 'CL'])
  const { offer } = JSON.parse(readFileSync('m.json', 'utf8'))
  t.match(offer, {
    ref: { column: '/id' },
    issuer: { column: '/banco' },
    title: { column: '/titulo' },
    comunas: { column: '/lugar/comuna' },
    valid_from: { column: '/vigencia/desde' },
    valid_until: { column: '/vigencia/hasta' },
  })
})
