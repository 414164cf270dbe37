import t from 'tap'
import { createValidate } from '../../../build/source/validate-record.ts'
import { readReference } from '../../../build/steps/read/read-reference.ts'
import type { SourceOffer } from '../../../contract/offers/source.ts'
import { record, writeSource } from '../support/source.ts'

const validate = createValidate(await readReference(writeSource(t.testdir({}))))

const pointers = (changes: Partial<SourceOffer>) => {
  const validated = validate(record(changes))
  return 'violations' in validated ? validated.violations.map(({ pointer }) => pointer) : []
}

t.test('a record with known slugs is an offer', async (t) => {
  t.same(validate(record()), { offer: record() })
})

t.test('every unknown slug is reported, with the file to look at', async (t) => {
  t.same(validate(record({ issuer: 'x', category: 'y', comunas: ['maipu', 'z'] })), {
    violations: [
      { pointer: '/issuer', found: '"x"', expected: 'a slug of issuers.json' },
      { pointer: '/category', found: '"y"', expected: 'a slug of categories.json' },
      { pointer: '/comunas/1', found: '"z"', expected: 'a slug of comunas.json' },
    ],
  })
})

t.test('a period may last a day, but not end before it begins', async (t) => {
  const day = '2026-03-02'
  t.same(pointers({ valid_from: day, valid_until: day }), [])
  t.same(pointers({ valid_from: day, valid_until: '2026-03-01' }), ['/valid_until'])
  t.same(pointers({ valid_from: null, valid_until: '2026-03-01' }), [])
  t.same(pointers({ valid_from: day, valid_until: null }), [])
})

t.test('an address with a letter that must be encoded is rejected with the way to write it', async (t) => {
  for (const url of [
    'https://banco.example/café',
    'https://banco.example/a b',
    'https://bäckerei.example/',
  ]) {
    t.match(validate(record({ url })), {
      violations: [{ pointer: '/url', expected: /percent-encoded, as in caf%C3%A9/ }],
    })
  }
  t.same(pointers({ url: 'https://banco.example/caf%C3%A9' }), [])
})

t.test('a wrong name does not hide a wrong period', async (t) => {
  const reversed = { valid_from: '2026-03-02', valid_until: '2026-03-01' }
  t.same(pointers({ issuer: 'x', ...reversed }), ['/issuer', '/valid_until'])
})
