// The columns that a proposal uses, in tables as people write them.

import { join } from 'node:path'
import t, { type Test } from 'tap'
import { roleOf } from '../../import/headings/heading-list.ts'
import { offersBuild } from '../build/support/program.ts'
import { SHORT_MS } from '../helpers/slow-suite.ts'
import { fileOf } from './import-table.ts'
import { proposalOf } from './proposing/propose-table.ts'

t.setTimeout(SHORT_MS)

const proposalOfObjects = (t: Test, objects: readonly object[]) =>
  proposalOf(t, objects.map((each) => `${JSON.stringify(each)}\n`).join(''), { name: 'a.ndjson' })

t.test('headings, with articles and without', async (t) => {
  const cases: [heading: string, role: string | undefined][] = [
    ['Título de la oferta', 'title'],
    ['Titulo oferta', 'title'],
    ['Nombre de la promoción', 'title'],
    ['Nombre del beneficio', 'title'],
    ['Nombre de la tienda', 'merchant'],
    ['Descripción de la oferta', 'description'],
    ['Detalle', 'description'],
    ['Comunas donde aplica', 'comunas'],
    ['Fecha de inicio de la vigencia', 'valid_from'],
    ['Fecha de inicio del contrato', undefined],
    ['Fecha de inicio', 'valid_from'],
    ['Banco (2)', 'issuer'],
    ['Los Olmos', undefined],
  ]
  for (const [heading, role] of cases) t.equal(roleOf(heading)?.role, role, heading)
})

t.test('members of objects count if they describe the offer', async (t) => {
  const cases: [pointer: string, role: string | undefined][] = [
    ['/titulo', 'title'],
    ['/attributes/titulo', 'title'],
    ['/oferta/id', 'ref'],
    ['/lugar/comuna', 'comunas'],
    ['/detalle/lugar/comuna', 'comunas'],
    ['/vigencia/desde', 'valid_from'],
    ['/advertiser/name', 'issuer'],
    ['/comercio/nombre', 'merchant'],
    ['/banco/nombre', 'issuer'],
    ['/autor/nombre', undefined],
    ['/comercio/id', undefined],
    ['/comercio/descripcion', undefined],
    ['/imagen/url', undefined],
  ]
  for (const [pointer, role] of cases) t.equal(roleOf(pointer)?.role, role, pointer)
})

t.test('a member of an object counts if it is the only one', async (t) => {
  const plain = { id: '1', banco: 'Banco', titulo: 'Menú del día' }
  const cases: [more: object, comunas: string | undefined][] = [
    [{ lugar: { nombre: 'El Fogón', comuna: 'Maipú' } }, '/lugar/comuna'],
    [{ lugar: { ciudad: 'Santiago', comuna: 'Maipú' } }, '/lugar/comuna'],
    [{ comuna: 'Ñuñoa', casa_matriz: { comuna: 'Maipú' } }, '/comuna'],
    [{ lugar: { comuna: 'Maipú' }, casa_matriz: { comuna: 'Ñuñoa' } }, undefined],
    [{ lugar: { nombre: 'El Fogón' } }, undefined],
    [{ ciudad: { nombre: 'Maipú' } }, '/ciudad/nombre'],
  ]
  for (const [more, column] of cases) {
    const { offer } = (await proposalOfObjects(t, [{ ...plain, ...more }])).mapping
    t.equal(offer.comunas?.column, column, JSON.stringify(more))
    t.match(offer, { ref: { column: '/id' }, title: { column: '/titulo' } })
  }
})

t.test('of ends in two objects neither is taken', async (t) => {
  const objects = [
    {
      id: '1',
      titulo: 'Menú',
      horario: { hasta: '18:00' },
      uso: { desde: '2026-12-01', hasta: '2026-12-31' },
    },
  ]
  const { mapping, unused } = await proposalOfObjects(t, objects)
  t.match(mapping.offer, { valid_from: { column: '/uso/desde' }, valid_until: null })
  t.match(unused, ['/horario/hasta', '/uso/hasta'])
})

t.test('a heading of comunas is needed, not only their names', async (t) => {
  const cases: [heading: string, values: string[], isTaken: boolean][] = [
    ['Ubicación', ['Maipú', 'Ñuñoa / Santiago', 'Todas'], false],
    ['Comunas donde aplica', ['Todas', 'Maipú', 'Ñuñoa'], true],
  ]
  for (const [heading, values, isTaken] of cases) {
    const rows = values.map((value, index) => `${index};Banco;Menú ${index};"${value}"\n`)
    const { mapping } = await proposalOf(t, `id;banco;oferta;${heading}\n${rows.join('')}`)
    t.equal(mapping.offer.comunas?.column, isTaken ? heading : undefined, `${heading}: ${values}`)
  }
})

t.test('members that a proposal could not find are required before an import', async (t) => {
  const file = fileOf(t, 'a.csv', 'Emisor;Descuento\nBanco;20%\nCaja;10%\n')
  const folder = t.testdir({})
  const mapping = join(folder, 'm.json')
  const proposed = await offersBuild(['import', file, '--propose', mapping, '--country', 'CL'])
  t.match(proposed.stdout, '/offer/title: which column says what is offered?')
  t.match(proposed.stdout, '/offer/ref: which column identifies a row')
  const failed = await offersBuild(['import', file, '--mapping', mapping, '--source', join(folder, 'source')])
  t.equal(failed.code, 1)
  t.match(failed.stderr, '/offer/title: found null, expected a value')
  t.match(failed.stderr, '/offer/ref: found null, expected a value')
})
