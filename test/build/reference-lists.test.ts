// The lists of issuers, categories and comunas, including those that only earlier offers name.

import t from 'tap'
import { mintOfferId } from '../../contract/offers/offer-id.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'
import { moment, mornings, one } from './support/mornings.ts'
import { ISSUERS, record } from './support/source.ts'

t.setTimeout(SLOW_MS)

t.test('an issuer that the source no longer knows stays with its withdrawn offers', async (t) => {
  const { morning } = mornings(t)
  const away = { ...one, issuer: 'banco-sur' }
  const id = mintOfferId('banco-sur', 'one')
  await morning('2026-03-01', [away])
  const issuers = ISSUERS.filter(({ slug }) => slug !== 'banco-sur')
  const { body, list, ...published } = await morning('2026-03-02', [], { issuers })
  t.match(await published.manifest.counts, { issuers: 2 })
  t.match(JSON.parse((await body(`/beta/offers/${id}`)) ?? ''), {
    data: { status: 'withdrawn', issuer: { slug: 'banco-sur', name: 'Name of banco-sur' } },
  })
})

t.test(
  'the lists of categories and comunas hold those of the source, with the numbers of their offers',
  async (t) => {
    const { morning } = mornings(t)
    const comunas = [
      { slug: 'maipu', name: 'Maipú', code: '13119', region: 'Metropolitana' },
      { slug: 'arica', name: 'Arica' },
    ]
    const { body } = await morning('2026-03-01', [one], { comunas })
    const dataOf = async (path: string) => JSON.parse((await body(path)) ?? '')
    t.match(await dataOf('/beta/comunas'), {
      data: [
        { slug: 'arica', name: 'Arica', code: null, region: null, offers_count: 0 },
        { slug: 'maipu', name: 'Maipú', code: '13119', region: 'Metropolitana', offers_count: 6 },
      ],
      meta: {
        count: 2,
        total: 2,
        data_as_of: moment('2026-03-01'),
        attribution: 'Test offers · tests.example',
      },
    })
    t.match(await dataOf('/beta/categories'), {
      data: [
        { slug: 'cines', offers_count: 0 },
        { slug: 'restaurantes', name: 'The restaurantes', offers_count: 6 },
        { slug: 'viajes', offers_count: 0 },
      ],
    })
    t.same((await morning('2026-03-02', [one], { comunas })).offer?.comunas, [
      { slug: 'maipu', name: 'Maipú' },
    ])
  },
)

t.test('a comuna that only kept offers still name stays in the list, by slug and name', async (t) => {
  const { morning } = mornings(t)
  const away = Array.from({ length: 12 }, (_, n) =>
    record({ ref: `away-${n}`, issuer: 'banco-sur', comunas: ['arica'], title: `Away ${n}` }),
  )
  const comunas = [
    { slug: 'maipu', name: 'Maipú', code: '13119' },
    { slug: 'arica', name: 'Arica', code: '15101' },
  ]
  const stay = Array.from({ length: 8 }, (_, n) => record({ ref: `stay-${n}`, title: `Stay ${n}` }))
  await morning('2026-03-01', [...stay, ...away], { comunas })
  const { body } = await morning('2026-03-02', stay, { comunas: comunas.slice(0, 1) })
  t.match(JSON.parse((await body('/beta/comunas')) ?? ''), {
    data: [
      { slug: 'arica', name: 'Arica', code: null, region: null, offers_count: 12 },
      { slug: 'maipu', code: '13119', offers_count: 13 },
    ],
  })
})
