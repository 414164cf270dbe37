// Reading a mapping: each fault is reported with its place and with advice.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { makeReady, readMapping } from '../../../import/mapping/load-mapping.ts'
import type { Mapping } from '../../../import/mapping/mapping.ts'

const OFFER: Mapping['offer'] = {
  ref: { column: 'id' },
  issuer: { column: 'banco' },
  title: { column: 'oferta' },
  category: { constant: 'Ofertas' },
  benefit: { worth: [], summary: null },
}
const CATALOGUE: Mapping['catalogue'] = { attribution: 'Datos', country: 'CL', time_zone: null }
const MAPPING: Mapping = {
  catalogue: CATALOGUE,
  formats: { dates: [], decimal: null, currency: null },
  issuer_type: 'other',
  offer: OFFER,
}

t.test('a mapping is read and completed; if it is missing, its file is named', async (t) => {
  const path = join(t.testdir({}), 'm.json')
  await t.rejects(readMapping(path), {
    code: 'bad-source',
    message: `${path}: missing; import FILE --propose ${path} writes a proposal`,
  })
  writeFileSync(path, JSON.stringify(MAPPING))
  t.strictSame(await readMapping(path), MAPPING)
  t.strictSame(makeReady(await readMapping(path), path), {
    ...MAPPING,
    path,
    offer: { ...OFFER, benefit: { worth: [], summary: { column: 'oferta' } } },
    country: 'CL',
    timeZone: 'America/Santiago',
    attribution: 'Datos',
  })
  writeFileSync(path, `${JSON.stringify(MAPPING)}${' '.repeat(4 * 1024 * 1024)}`)
  await t.rejects(readMapping(path), { code: 'bad-source' })
})

t.test('a source without a form, or with two, is one fault that names all forms', async (t) => {
  const path = join(t.testdir({}), 'm.json')
  const faultsOf = async (offer: object) => {
    writeFileSync(path, JSON.stringify({ ...MAPPING, offer: { ...OFFER, ...offer } }))
    const message = await readMapping(path).then(
      () => '',
      (error: Error) => error.message,
    )
    return message.split('\n').map((line) => line.replace(`${path}: `, ''))
  }
  const oneOf = 'expected one of "column", "columns", "first_of", "constant", and only one'
  const cases: [offer: object, faults: string[]][] = [
    [{ title: {} }, [`/offer/title: found {}, ${oneOf}`]],
    [{ title: 7 }, ['/offer/title: found 7, expected an object or null']],
    [
      { title: { column: 'a', constant: 'b' }, benefit: { worth: [{ as: 'text' }], summary: {} } },
      [
        `/offer/title: found {"column":"a","constant":"b"}, ${oneOf}`,
        `/offer/benefit/summary: found {}, ${oneOf}`,
        `/offer/benefit/worth/0: found {"as":"text"}, ${oneOf}`,
      ],
    ],
    [{ title: { column: 7 } }, ['/offer/title/column: found 7, expected a text']],
    [
      { merchant: { column: 'a', join: 7 }, url: { column: 'a', x: 1 }, titel: 1 },
      [
        '/offer/titel: found 1, expected no such member',
        '/offer/merchant/join: found 7, expected a text',
        '/offer/url/x: found 1, expected no such member',
      ],
    ],
  ]
  for (const [offer, faults] of cases) t.strictSame(await faultsOf(offer), faults)
})

t.test('all members that only people know are asked for at once, by name', async (t) => {
  const messageOf = (catalogue: Partial<Mapping['catalogue']>, offer: Partial<Mapping['offer']>) => {
    try {
      makeReady(
        { ...MAPPING, catalogue: { ...CATALOGUE, ...catalogue }, offer: { ...OFFER, ...offer } },
        'm.json',
      )
    } catch (error) {
      return error instanceof Error ? error.message.split('\n') : []
    }
    return []
  }
  const asked = (...pointers: string[]) =>
    pointers.map((pointer) => `m.json: ${pointer}: found null, expected a value before an import`)
  const cases: [
    catalogue: Partial<Mapping['catalogue']>,
    offer: Partial<Mapping['offer']>,
    lines: string[],
  ][] = [
    [{ country: null }, {}, asked('/catalogue/country')],
    [
      { country: null, time_zone: 'x' },
      {},
      [
        ...asked('/catalogue/country'),
        'm.json: /catalogue/time_zone: found "x", expected a time zone, such as "America/Santiago"',
      ],
    ],
    [
      { time_zone: 'x' },
      {},
      ['m.json: /catalogue/time_zone: found "x", expected a time zone, such as "America/Santiago"'],
    ],
    [{ country: 'AQ' }, {}, asked('/catalogue/time_zone')],
    [{}, { issuer: null, ref: null, title: null }, asked('/offer/issuer', '/offer/ref', '/offer/title')],
    [{ attribution: null }, {}, asked('/catalogue/attribution')],
    [{}, { ref: null }, asked('/offer/ref')],
    [{ country: 'ES', time_zone: 'Africa/Ceuta' }, {}, []],
  ]
  for (const [catalogue, offer, lines] of cases) t.strictSame(messageOf(catalogue, offer), lines)
})
