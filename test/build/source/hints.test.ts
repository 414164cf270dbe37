import t from 'tap'
import { nearNames } from '../../../build/source/hints.ts'

t.test('issuers whose names differ only in accents or case are reported together', async (t) => {
  const issuers = ['Nación', 'Nacion', 'NACION', 'Nación Seguros'].map((name, n) => ({
    slug: `i-${n}`,
    name,
  }))
  t.same(nearNames(issuers), [
    'issuers.json: Nación (i-0), Nacion (i-1), NACION (i-2) are most likely one issuer',
  ])
  t.same(nearNames(issuers.slice(2)), [])
})
