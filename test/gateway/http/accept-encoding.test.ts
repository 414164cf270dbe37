import t from 'tap'
import { codingFor } from '../../../gateway/http/accept-encoding.ts'

t.test('gzip is sent if the client accepts it', async (t) => {
  for (const field of [
    'gzip',
    'GZIP',
    'gzip, deflate, br',
    'x-gzip',
    '*',
    'deflate;q=0.5, gzip;q=0.1',
    'gzip ; q=1.000',
  ]) {
    t.equal(codingFor(field), 'gzip', field)
  }
  const refusals = [
    undefined,
    '',
    'identity',
    'br',
    'gzip;q=0',
    'gzip;q=0.000',
    '*;q=0',
    'gzip;q=0, *',
    'gzip;q=2',
  ]
  for (const field of [...refusals, 'identity, gzip;q=0.5'])
    t.equal(codingFor(field), 'identity', String(field))
})

t.test('with equal weights, the coding that saves bytes is sent', async (t) => {
  t.equal(codingFor('gzip;q=0.5, identity;q=0.5'), 'gzip')
  t.equal(codingFor('identity, gzip'), 'gzip')
  t.equal(codingFor('*;q=0.1, identity;q=0.2'), 'identity')
})

t.test('a field with more words than any client needs is not parsed', async (t) => {
  t.equal(codingFor(`${'br, '.repeat(60)}gzip`), 'gzip')
  t.equal(codingFor(`${'br, '.repeat(64)}gzip`), 'identity')
})
