// For any table and mapping, import ends with one of its exit codes and a message, and writes a new and good source or
// changes nothing. Each table is drawn from a seed, which a case that fails names.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import t from 'tap'
import { folderDigests } from '../../build/support/folder.ts'
import { writeSource } from '../../build/support/source.ts'
import { inFull, inFullOnCI, SLOW_MS } from '../../helpers/slow-suite.ts'
import { endsWell } from '../../hostile/support/ends-well.ts'
import { FIRST_SEED, FUZZ_MINUTES, seeds } from '../../hostile/support/fuzz.ts'
import { OddInputs } from '../../hostile/support/odd-inputs.ts'
import { oddSource } from '../../hostile/support/odd-source.ts'
import { csvText, HEADINGS, ROWS } from '../import-table.ts'

t.setTimeout(SLOW_MS + FUZZ_MINUTES * 60_000)

const CASES = inFull ? 1000 : inFullOnCI ? 100 : 40

const OBJECTS = ROWS.map((row) => Object.fromEntries(HEADINGS.map((name, index) => [name, row[index] ?? ''])))

const digestsOf = (folder: string) => (existsSync(folder) ? folderDigests(folder) : null)

/** A table in one of the forms that import knows, often damaged. */
async function oddTable(odd: OddInputs): Promise<Buffer> {
  const headings = HEADINGS.map((name) => (odd.happens(0.1) ? odd.piece() : name))
  const rows = ROWS.map((row) => row.map((cell) => (odd.happens(0.15) ? odd.bent(cell) : cell)))
  const cells = [headings, ...rows]
  const sheet = (table: readonly (readonly string[])[]) =>
    writeXlsx({ sheets: [{ name: 'Ofertas', rows: table.map((row) => [...row]) }] })
  return odd.pick([
    () => odd.encoded(cells.map((row) => row.join(odd.pick([';', ';', ',', '\t', '|']))).join('\r\n')),
    () => odd.encoded(odd.bent(csvText(ROWS))),
    () => odd.encoded(odd.bent(JSON.stringify(OBJECTS))),
    () => Buffer.from(JSON.stringify(odd.bentValue({ data: { offers: OBJECTS } }))),
    () => odd.encoded(OBJECTS.map((each) => odd.bent(JSON.stringify(each))).join('\n')),
    () => Buffer.from(OBJECTS.map((each) => `${JSON.stringify(odd.bentValue(each))}\n`).join('')),
    async () => odd.bentBytes(await sheet([HEADINGS, ...ROWS])),
    async () => Buffer.from(await sheet(cells)),
    () => Buffer.concat([Buffer.from('PK\u0003\u0004'), odd.noise()]),
    () => odd.noise(),
  ])()
}

/** Makes a source folder before the import, often one that an import can add to. */
function oddFolder(odd: OddInputs, folder: string): void {
  if (odd.happens(0.5)) {
    writeSource(folder, { offers: null })
  } else if (odd.happens(0.3)) {
    mkdirSync(folder)
    writeFileSync(join(folder, '.import.json'), odd.file({ offers: 'x', made: ['issuers.json'] }))
  } else {
    oddSource(odd, folder)
  }
}

/** The proposed mapping, with its questions answered. */
function filledIn(proposal: string) {
  const mapping = JSON.parse(proposal)
  mapping.catalogue.attribution ??= 'Known'
  mapping.catalogue.country ??= 'CL'
  mapping.catalogue.time_zone ??= 'America/Santiago'
  mapping.offer.issuer ??= { constant: 'Banco' }
  mapping.offer.title ??= { constant: 'Oferta' }
  mapping.offer.ref ??= { constant: '1' }
  return mapping
}

/** The faults of the rows that an import rejected: the records that it wrote have none. */
function faultsIn(rejected: string): number {
  if (!existsSync(rejected)) return 0
  const rows = readFileSync(rejected, 'utf8').trimEnd().split('\n')
  return rows.reduce((sum, row) => sum + JSON.parse(row).errors.length, 0)
}

t.test(
  `odd tables from seed ${FIRST_SEED}: import makes a source that is good, or writes nothing`,
  async (t) => {
    const root = t.testdir({ good: {} })
    const [mapping, table, source] = [join(root, 'mapping.json'), join(root, 'table'), join(root, 'source')]
    writeFileSync(table, csvText(ROWS))
    const goodMapping = join(root, 'good', 'mapping.json')
    await endsWell(t, ['import', table, '--propose', goodMapping, '--country', 'CL'], 'the good one')
    const good = filledIn(readFileSync(goodMapping, 'utf8'))
    let imported = 0
    let tried = 0
    for (const seed of seeds(CASES)) {
      tried += 1
      const odd = new OddInputs('tables', seed)
      const isBentMapping = odd.happens(0.4)
      writeFileSync(table, isBentMapping ? csvText(ROWS) : await oddTable(odd))
      rmSync(mapping, { force: true })
      const proposed = await endsWell(t, ['import', table, '--propose', mapping], `propose ${seed}`)
      t.equal(existsSync(mapping), proposed.code === 0, `propose ${seed} writes all or nothing`)
      if (isBentMapping) writeFileSync(mapping, odd.file(good))
      else if (proposed.code === 0)
        writeFileSync(mapping, JSON.stringify(filledIn(readFileSync(mapping, 'utf8'))))
      else writeFileSync(mapping, JSON.stringify(good))

      rmSync(source, { recursive: true, force: true })
      if (odd.happens(0.5)) oddFolder(odd, source)
      const before = digestsOf(source)
      const words = ['import', table, '--mapping', mapping, '--source', source]
      const { code } = await endsWell(t, odd.happens(0.7) ? [...words, '--replace'] : words, `import ${seed}`)
      const made = existsSync(source) ? ['source'] : []
      t.same(readdirSync(root).sort(), ['good', 'mapping.json', ...made, 'table'], `after import ${seed}`)
      if (code !== 0) {
        t.same(digestsOf(source), before, `import ${seed} writes nothing`)
        continue
      }
      imported += 1
      const left = readdirSync(source).filter((name) => name.startsWith('.import-'))
      t.same(left, [], `import ${seed} leaves nothing unfinished`)
      const checked = await endsWell(
        t,
        ['check', '--source', source, '--as-of', '2026-03-01'],
        `check ${seed}`,
      )
      const count = faultsIn(join(source, 'rejected.ndjson'))
      if (before === null) t.match(JSON.parse(checked.stdout), { rejects: { count } }, `import ${seed}`)
    }
    t.ok(imported > tried / 10, `${imported} of ${tried} are imported`)
  },
)
