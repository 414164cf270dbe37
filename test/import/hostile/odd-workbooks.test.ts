// Workbooks that are small as files and would be huge in memory: refused before they take the memory.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { offersBuild } from '../../build/support/program.ts'
import { SLOW_MS } from '../../helpers/slow-suite.ts'
import { readTable } from '../formats/read-table.ts'
import { HEADINGS, ROWS } from '../import-table.ts'
import { sheetOf, workbook } from './support/odd-workbook.ts'
import { type ZipPart, zipOf } from './support/odd-zip.ts'

t.setTimeout(SLOW_MS)

const MEGABYTE = 1_000_000
const blank = (bytes: number) => Buffer.alloc(bytes, ' ')
const textRow = (cells: readonly string[]) =>
  `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
const TABLE = [HEADINGS, ...ROWS].map(textRow).join('')

async function propose(t: Test, parts: readonly ZipPart[]) {
  const root = t.testdir({})
  const [path, mapping] = [join(root, 'table.xlsx'), join(root, 'mapping.json')]
  const bytes = zipOf(parts)
  writeFileSync(path, bytes)
  const ended = await offersBuild(['import', path, '--propose', mapping, '--country', 'CL'])
  return { ...ended, size: bytes.length, mapping: () => readFileSync(mapping, 'utf8') }
}

t.test('a workbook that is put together by hand is read like any other', async (t) => {
  const { code, stderr, mapping } = await propose(t, workbook({ content: sheetOf(TABLE) }))
  t.equal(code, 0, stderr)
  t.match(JSON.parse(mapping()).offer, { merchant: { column: 'Comercio' } })
})

const REFUSED: Record<string, { parts: () => ZipPart[]; found: string }> = {
  'a sheet that unpacks to 260 MB': {
    parts: () => workbook({ content: blank(260 * MEGABYTE) }),
    found: 'a workbook that unpacks to more than 250000000 bytes',
  },
  'a hundred parts that are the same 10 MB': {
    parts: () => {
      const aliases = Array.from({ length: 100 }, (_, n) => `xl/other${n}.xml`)
      return workbook({ content: blank(10 * MEGABYTE), aliases })
    },
    found: 'a workbook that unpacks to more than 250000000 bytes',
  },
  'a sheet that says it has 1,000 bytes and unpacks to 100 MB': {
    parts: () => workbook({ content: blank(100 * MEGABYTE), claimed: 1000 }),
    found: 'the workbook is damaged or cut off',
  },
  'thousands of sheets that are the same part': {
    parts: () => workbook({ content: sheetOf(TABLE) }, { sheets: 5000 }),
    found: 'a workbook of 5000 sheets',
  },
  'thousands of files': {
    parts: () => workbook({ content: '', aliases: Array.from({ length: 6000 }, (_, n) => `x${n}`) }),
    found: 'a workbook of 6007 files',
  },
}

for (const [what, { parts, found }] of Object.entries(REFUSED)) {
  t.test(`${what}: refused`, async (t) => {
    const { code, stderr, size } = await propose(t, parts())
    t.ok(size < 3 * MEGABYTE, `the file has ${size} bytes`)
    t.equal(code, 1)
    t.match(stderr, new RegExp(`offers-build: table.xlsx: (found )?${found}`))
  })
}

t.test('entities that would grow are not replaced', async (t) => {
  const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join(
    '',
  )
  const doctype = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "lol">${entities}]>`
  const rows = TABLE.replace('El Fogón', '&e9;')
  const read = await readTable(t, 'a.xlsx', zipOf(workbook({ content: `${doctype}${sheetOf(rows)}` })))
  t.notMatch(JSON.stringify(read.rows), /lol/)
  t.match(JSON.stringify(read.rows), '"&e9;"')
})

t.test('a stray cell in the last row of a sheet costs nothing', async (t) => {
  const rows = `${TABLE}<row r="1048576"><c r="J1048576" s="0"/></row>`
  const read = await readTable(t, 'a.xlsx', zipOf(workbook({ content: sheetOf(rows) })))
  t.match(JSON.stringify(read.rows[0]), 'Banco Ñandú')
})

t.test('all these workbooks take less than 1.5 GB of memory', async (t) => {
  const { maxRSS } = process.resourceUsage()
  t.ok(maxRSS < 1_500_000, `${maxRSS} kB`)
})
