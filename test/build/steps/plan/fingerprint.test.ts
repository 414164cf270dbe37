import t from 'tap'
import { LineStore } from '../../../../build/day/line-store.ts'
import { fingerprint } from '../../../../build/steps/plan/fingerprint.ts'
import { offer } from '../../support/offers.ts'

const bodies = ['issuers', 'openapi', 'page'].map((name) => Buffer.from(name))
const lines = new LineStore()
const first = offer({ line: lines.append(Buffer.from('{"id":"off_a"}')) })
const second = offer({ line: lines.append(Buffer.from('{"id":"off_b"}')) })
const base = fingerprint([first, second], lines, bodies, [])

t.test('the same input has the same fingerprint', async (t) => {
  t.equal(fingerprint([first, second], lines, [...bodies], []), base)
  t.match(base, /^[0-9a-f]{64}$/)
})

t.test('it differs if any body, line or day of withdrawal does', async (t) => {
  for (const index of bodies.keys()) {
    t.not(fingerprint([first, second], lines, bodies.with(index, Buffer.from('other')), []), base)
  }
  t.not(fingerprint([first], lines, bodies, []), base)
  t.not(fingerprint([first, first], lines, bodies, []), base)
  t.not(fingerprint([first, { ...second, withdrawnOn: '2026-03-01' }], lines, bodies, []), base)
  t.not(fingerprint([first, { ...second, keptSince: '2026-03-01' }], lines, bodies, []), base)
  const broken = { issuer: 'a', since: '2026-03-01', decision: 'keep' } as const
  t.not(fingerprint([first, second], lines, bodies, [broken]), base)
})
