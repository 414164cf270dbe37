// Advice about facts that readers look for and a catalogue may leave out.

import { join } from 'node:path'
import t from 'tap'
import { adviceOn, missingMembers } from '../../build/report/advice.ts'
import { offersBuild, runBuild } from './support/program.ts'
import { CATALOGUE, record, writeSource } from './support/source.ts'

const TERMS = 'https://data.example/terms'
const FULL = { license: { name: 'CC BY 4.0' }, contact: { email: 'keys@data.example' }, terms: TERMS }

t.test('check and run name what is missing in one line, and do not fail by it', async (t) => {
  const source = writeSource(join(t.testdir({}), 'source'), { offers: [record()] })
  const advice =
    /^Advice: catalogue\.json names no contact to ask for a key, no license of the data, no terms of use$/m
  t.match(await offersBuild(['check', '--source', source]), { code: 0, stdout: advice, stderr: '' })
  t.match(await runBuild(source, join(t.testdirName, 'out')), { code: 0, stdout: advice, stderr: '' })
  const { stdout } = await offersBuild(['check', '--source', source, '--json'])
  t.strictSame(JSON.parse(stdout).missing_in_catalogue, ['contact', 'license', 'terms'])
})

t.test('nothing is advised if nothing is missing', async (t) => {
  const source = writeSource(join(t.testdir({}), 'source'), {
    offers: [record()],
    catalogue: { ...CATALOGUE, ...FULL },
  })
  const { code, stdout } = await offersBuild(['check', '--source', source])
  t.equal(code, 0)
  t.notMatch(stdout, 'Advice')
})

t.test('a contact without an address is missing', async (t) => {
  const base = { attribution: 'x', country: 'CL', time_zone: 'UTC', ...FULL }
  t.strictSame(missingMembers({ ...base, contact: { name: 'Data team' } }), ['contact'])
  t.strictSame(missingMembers({ ...base, contact: { url: TERMS } }), [])
  t.strictSame(adviceOn([]), [])
  t.strictSame(adviceOn(['terms']), ['Advice: catalogue.json names no terms of use'])
})

t.test('terms that are no web address refuse catalogue.json', async (t) => {
  const catalogue = { ...CATALOGUE, terms: 'see our page' }
  const source = writeSource(join(t.testdir({}), 'source'), { offers: [record()], catalogue })
  t.match(await offersBuild(['check', '--source', source]), {
    code: 1,
    stderr: 'catalogue.json: /terms: found "see our page", expected a web address',
  })
})
