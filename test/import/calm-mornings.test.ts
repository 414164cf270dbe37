// Normal changes of a table raise no alarm: offers come, end, change and return, and every import succeeds.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { SourceOffer } from '../../contract/offers/source.ts'
import { generateCatalogue } from '../../fixtures/generate.ts'
import { offersBuild } from '../build/support/program.ts'
import { inFull, inFullOnCI, SLOW_MS } from '../helpers/slow-suite.ts'
import { fileOf, setAttribution } from './import-table.ts'
import { editMapping } from './two-days.ts'

t.setTimeout(SLOW_MS)

const DAYS = inFull ? 120 : inFullOnCI ? 12 : 5

const HEADINGS = 'Código;Banco;Título;Comercio;Categoría;Beneficio;Desde;Hasta;Tope;Comuna;Enlace'

const written = (day: string | null) => (day === null ? '' : day.split('-').reverse().join('/'))
const amount = (value: number | undefined) =>
  value === undefined ? '' : `$ ${value.toLocaleString('de-DE')}`

function lineOf(offer: SourceOffer): string {
  const { ref, issuer, title, merchant, category, benefit, valid_from, valid_until, comunas, url } = offer
  const days = [written(valid_from), written(valid_until)]
  const cells = [ref, issuer, title, merchant ?? '', category, benefit.summary, ...days]
  return [...cells, amount(benefit.cap?.value), comunas.join(' / '), url ?? ''].join(';')
}

async function importMornings(t: Test, offers: number, seed: number): Promise<void> {
  const csvOn = (day: number) =>
    [HEADINGS, ...Array.from(generateCatalogue({ offers, seed, day }).records(), lineOf), ''].join('\r\n')
  const file = fileOf(t, 'ofertas.csv', csvOn(0))
  const root = t.testdir({})
  const [mapping, source] = [join(root, 'mapping.json'), join(root, 'source')]
  await offersBuild(['import', file, '--propose', mapping, '--country', 'CL'])
  editMapping(mapping, setAttribution)
  for (let day = 0; day < DAYS; day++) {
    writeFileSync(file, csvOn(day))
    const { code, stderr } = await offersBuild([
      ...['import', file, '--mapping', mapping, '--source', source],
    ])
    t.equal(code, 0, `day ${day}: ${stderr}`)
  }
}

for (const [offers, seed] of [
  [12, 21],
  [80, 11],
  [300, 3],
] as const) {
  t.test(`${DAYS} mornings of ${offers} offers`, (t) => importMornings(t, offers, seed))
}
