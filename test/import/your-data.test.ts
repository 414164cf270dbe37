// The page for owners of data: its own commands import and publish its examples.

import { isUtf8 } from 'node:buffer'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { offersBuild } from '../build/support/program.ts'
import { read } from '../docs/support/pages.ts'
import { runToEnd } from '../helpers/child-processes.ts'
import { listening } from '../helpers/listening.ts'
import { bundle } from '../helpers/processes.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { withoutProgram } from '../helpers/without-program.ts'
import { readTable } from './formats/read-table.ts'

t.setTimeout(BUSY_MS)

const page = read('docs/your-data.md')
const skip = withoutProgram('curl')

// Its thread starts here, since below another folder it would look for the loader of TypeScript.
await readTable(t, 'a.csv', 'id\n1\n')

/** The block of a kind, e.g. `csv`. */
function block(kind: string): string {
  return new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\`$`, 'ms').exec(page)?.[1] ?? ''
}

/** A line of a shell as words. */
function wordsOf(line: string): string[] {
  return Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '')
}

/** The page's commands of the build, in their order. */
const COMMANDS = Array.from(page.matchAll(/^node dist\/build\.mjs (.*)$/gm), ([, words = '']) =>
  wordsOf(words),
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
  for (const words of COMMANDS.filter(([name]) => name !== 'preview')) {
    // Threads would load the program again.
    const more = words[0] === 'run' ? ['--threads', '0'] : []
    const ended = await offersBuild([...words, ...more], Date.parse('2026-09-12T00:00:00Z'))
    t.equal(ended.code, 0, `${words.join(' ')} ${ended.stderr}`)
    if (words.includes('ofertas.csv')) {
      t.match(ended.stdout, '"fin de temporada"; expected a day')
      t.match(ended.stdout, '"Hasta 40% de descuento"; expected one value')
    }
  }
  t.match(readFileSync('summary.md', 'utf8'), 'fin de temporada')
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
      { ref: 'R-101', comunas: { length: 0 }, benefit: { kind: 'multibuy', value: 2 } },
      { ref: 'R-102', benefit: { kind: 'amount', value: 5000, currency: 'CLP' } },
      { ref: 'R-103', benefit: { kind: 'other', value: null }, valid_until: null },
    ],
  )
})

t.test('a terminal and options answer the questions as the page says', async (t) => {
  inFolder(t)
  writeFileSync('ofertas.csv', block('csv'))
  const unanswered = await offersBuild(['import', 'ofertas.csv', '--source', 'source'])
  t.match(unanswered, { code: 2, stderr: /--country CC: .*\n.*--attribution TEXT: / })
})

t.test('a pipe from an address is imported, and a broken one is not', { skip }, async (t) => {
  const folder = inFolder(t)
  const [command = ''] = /^curl .*$/m.exec(block('sh')) ?? []
  const server = createServer((request, response) => {
    const isThere = request.url === '/ofertas.csv'
    response.writeHead(isThere ? 200 : 404).end(isThere ? block('csv') : 'not here')
  })
  const port = await listening(t, server)
  const build = bundle('build')
  const run = (name: string, more: string) => {
    const line = command
      .replace('https://sheets.example/ofertas.csv', `http://127.0.0.1:${port}/${name}`)
      .replace('node dist/build.mjs', `${process.execPath} ${build}`)
    t.match(line, `127.0.0.1:${port}/${name} | ${process.execPath} ${build} import - --source source`)
    return runToEnd('bash', ['-c', `set -o pipefail\n${line} ${more}`], { cwd: folder })
  }
  const answers = '--country CL --attribution "Banco Lenga"'
  const first = await run('ofertas.csv', answers)
  t.match(first, { code: 0, stdout: /standard input: CSV(.|\n)*4 offers from 4 rows/ }, first.stderr)
  const before = readFileSync(join(folder, 'source/offers.ndjson'))
  const broken = await run('gone.csv', '')
  t.match(broken, { code: 1, stderr: /standard input: found nothing, expected a table/ })
  t.same(readFileSync(join(folder, 'source/offers.ndjson')), before)
})

t.test('the mapping on the page is the one that is proposed', async (t) => {
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
