// Reference lists, and the files that an import writes.

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { LinesFile } from '../../../import/writing/lines-file.ts'
import { ReferenceList, readEntries } from '../../../import/writing/reference-lists.ts'

const ENTRIES = [
  { slug: 'sur', name: 'Banco Sur', type: 'bank' },
  { slug: 'banco-norte', name: 'Norte' },
]

t.test('a name is matched to an entry by slug, whether it is written as slug or as name', async (t) => {
  const cases: [name: string, mayGrow: boolean, slug: string | undefined][] = [
    ['sur', false, 'sur'],
    ['Sur', false, 'sur'],
    ['Banco Norte', false, 'banco-norte'],
    ['BANCO  NORTE', false, 'banco-norte'],
    ['Oeste', false, undefined],
    ['Oeste', true, 'oeste'],
    ['☕', true, undefined],
  ]
  for (const [name, mayGrow, slug] of cases) {
    const list = new ReferenceList('issuers.json', ENTRIES, { wasMade: mayGrow })
    t.equal(list.findOrAddSlug(name), slug, name)
    t.equal(list.findOrAddSlug(name), slug, 'the second time is the same')
    t.equal(list.added.length, name === 'Oeste' && mayGrow ? 1 : 0)
  }
  const odd = new ReferenceList('issuers.json', [{ slug: 'B_1', name: 'x' }], { wasMade: false })
  t.equal(odd.findOrAddSlug('B_1'), 'B_1', 'a slug that no name results in')
})

t.test('a new name is added once, with its further members', async (t) => {
  const list = new ReferenceList('issuers.json', ENTRIES, { wasMade: true })
  const more = { type: 'bank', country: 'CL' }
  t.equal(list.findOrAddSlug('Banco Éste', more), 'banco-este')
  t.equal(list.findOrAddSlug('BANCO ESTE', { type: 'other' }), 'banco-este')
  const added = { slug: 'banco-este', name: 'Banco Éste', ...more }
  t.strictSame(list.added, [added])
  t.strictSame(list.entries, [...ENTRIES, added])
  t.equal(ENTRIES.length, 2, 'the given list is unchanged')
})

t.test('the slug of a name without adding it', async (t) => {
  const cases: [name: string, isCertain: boolean, mayGrow: boolean, slug: string | undefined][] = [
    ['Sur', false, false, 'sur'],
    ['Oeste', true, true, 'oeste'],
    ['Oeste', false, true, undefined],
    ['Oeste', true, false, undefined],
  ]
  for (const [name, isCertain, mayGrow, slug] of cases) {
    const list = new ReferenceList('issuers.json', ENTRIES, { wasMade: mayGrow })
    t.equal(list.findSlug(name, isCertain), slug, `${name} ${isCertain} ${mayGrow}`)
    t.strictSame(list.added, [])
  }
})

t.test('a reference file that is not a list of names with slugs is refused, with the place', async (t) => {
  const folder = t.testdir({})
  const path = join(folder, 'issuers.json')
  t.equal(await readEntries(folder, 'issuers.json'), undefined)
  writeFileSync(path, JSON.stringify({ $schema: 'x', items: ENTRIES }))
  t.strictSame(await readEntries(folder, 'issuers.json'), ENTRIES)
  const cases: [json: string, place: string][] = [
    ['{"slug":"a"}', 'expected a list'],
    [
      '[{"slug":"a","name":"A"},{"slug":"b"}]',
      '/1: found {"slug":"b"}, expected an object with slug and name',
    ],
    ['[{"name":"A"}]', '/0: found {"name":"A"}, expected an object with slug and name'],
    ['["a"]', '/0: found "a", expected an object with slug and name'],
  ]
  for (const [json, place] of cases) {
    writeFileSync(path, json)
    const message = await readEntries(folder, 'issuers.json').then(
      () => '',
      (error: Error) => error.message,
    )
    t.match(message, place, json)
  }
})

t.test('a file of lines is complete, however long it is, and the digest is that of its bytes', async (t) => {
  for (const count of [0, 1, 3000]) {
    const path = join(t.testdir({}), `${count}.ndjson`)
    const file = await LinesFile.create(path)
    const values = Array.from({ length: count }, (_, n) => ({ n, text: 'ñ'.repeat(200) }))
    for (const value of values) await file.add(value)
    const { lines, digest } = await file.finish()
    const bytes = readFileSync(path)
    t.equal(bytes.toString(), values.map((value) => `${JSON.stringify(value)}\n`).join(''))
    t.strictSame([lines, digest], [count, createHash('sha256').update(bytes).digest('hex')])
  }
  const path = join(t.testdir({ 'a.ndjson': 'mine' }), 'a.ndjson')
  await t.rejects(LinesFile.create(path), { code: 'EEXIST' }, 'an existing file is not overwritten')
})
