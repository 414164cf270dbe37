// What a copy can be asked for.

import t from 'tap'
import type { Offer } from '../../client/index.ts'
import { type OfferFilter, testOf } from '../../client/mirror/find.ts'
import { filterSlugsOf } from '../../contract/api/filters.ts'
import { tinyOffer } from '../helpers/tiny-offer.ts'

const offer = (changes: Partial<Offer>): Offer => ({
  ...tinyOffer(0, '2026-09-01T10:00:00.000Z'),
  ...changes,
})
const comuna = (slug: string, name: string) => ({ slug, name })

const OFFERS: Readonly<Record<string, Offer>> = {
  sushi: offer({
    title: '2x1 en Sushi',
    merchant: 'Ñandú Café',
    comunas: [comuna('valparaiso', 'Valparaíso')],
    weekdays: ['tuesday', 'friday'],
    valid_from: '2026-09-01',
    valid_until: '2026-09-30',
  }),
  cine: offer({
    title: 'Entradas de cine',
    category: comuna('cines', 'Cines'),
    issuer: { ...offer({}).issuer, slug: 'banco-x', name: 'Banco X' },
    benefit: { ...offer({}).benefit, kind: 'multibuy', value: 2 },
    comunas: [comuna('arica', 'Arica')],
    valid_from: '2026-09-11',
  }),
  future: offer({ title: 'Otra', benefit: { ...offer({}).benefit, kind: 'lottery' } }),
}

const REGIONS = { valparaiso: 'Región de Valparaíso', arica: 'Arica y Parinacota' }

t.test('an offer passes if all that is given holds', async (t) => {
  const cases: [filter: OfferFilter, expected: string[]][] = [
    [{}, ['sushi', 'cine', 'future']],
    [{ text: 'SUSHI' }, ['sushi']],
    [{ text: 'nandu  cafe' }, ['sushi']],
    [{ text: 'café valparaiso' }, ['sushi']],
    [{ text: 'sushi arica' }, []],
    [{ text: ' ' }, ['sushi', 'cine', 'future']],
    [{ text: 'banco' }, ['cine']],
    [{ issuer: 'banco-x' }, ['cine']],
    [{ issuer: 'banco' }, []],
    [{ category: 'cines' }, ['cine']],
    [{ comuna: 'valparaiso' }, ['sushi']],
    [{ region: 'region de valparaiso' }, ['sushi']],
    [{ region: 'valparaiso' }, []],
    [{ kind: 'multibuy' }, ['cine']],
    [{ kind: 'other' }, ['future']],
    [{ weekday: 'friday' }, ['sushi', 'cine', 'future']],
    [{ weekday: 'monday' }, ['cine', 'future']],
    [{ weekday: 'friday', strict: true }, ['sushi']],
    // A Friday, and the day before.
    [{ day: '2026-09-11' }, ['sushi', 'cine', 'future']],
    [{ day: '2026-09-10' }, ['future']],
    [{ day: '2026-10-02' }, ['cine', 'future']],
    [{ day: '2026-09-11', strict: true }, ['sushi']],
    [{ day: '2026-09-11', text: 'cine' }, ['cine']],
    [{ where: ({ merchant }) => merchant !== null }, ['sushi']],
  ]
  for (const [filter, expected] of cases) {
    const test = testOf(filter, REGIONS)
    const found = Object.entries(OFFERS).flatMap(([name, each]) => (test(each) ? name : []))
    t.strictSame(found, expected, JSON.stringify(filter))
  }
})

t.test('a copy is filtered as the API filters', async (t) => {
  const comunas = [comuna('arica', 'Arica'), comuna('iquique', 'Iquique')]
  const published = { ...tinyOffer(0, '2026-09-01T10:00:00.000Z'), comunas }
  for (const [name, slugs] of Object.entries(filterSlugsOf(published))) {
    for (const slug of ['no-such-thing', ...slugs])
      t.equal(testOf({ [name]: slug }, REGIONS)(published), slugs.includes(slug), `${name} ${slug}`)
  }
})

t.test('a day that no calendar has is an error', async (t) => {
  for (const day of ['2026-02-30', '2026-9-1', 'today', '', '2026-09-01T00:00:00Z']) {
    t.throws(() => testOf({ day }, {}), { message: 'day: expected YYYY-MM-DD' }, day)
  }
})
