import t from 'tap'
import { LineStore } from '../../../build/catalogue/line-store.ts'
import { fingerprint } from '../../../build/steps/fingerprint.ts'
import { DOCUMENT_NAMES } from '../../../contract/api/resources.ts'
import { recordOf } from '../../../contract/lib/record-of.ts'
import { offer } from '../support/offers.ts'

const documents = recordOf(DOCUMENT_NAMES, (name) => Buffer.from(name))
const lines = new LineStore()
const first = offer({ line: lines.append(Buffer.from('{"id":"off_a"}')) })
const second = offer({ line: lines.append(Buffer.from('{"id":"off_b"}')) })
const base = fingerprint([first, second], lines, documents, [])

t.test('the same input has the same fingerprint', async (t) => {
  t.equal(fingerprint([first, second], lines, { ...documents }, []), base)
  t.match(base, /^[0-9a-f]{64}$/)
})

t.test('it differs if any document, line or day of withdrawal does', async (t) => {
  for (const name of DOCUMENT_NAMES) {
    t.not(fingerprint([first, second], lines, { ...documents, [name]: Buffer.from('other') }, []), base, name)
  }
  t.not(fingerprint([first], lines, documents, []), base)
  t.not(fingerprint([first, first], lines, documents, []), base)
  t.not(fingerprint([first, { ...second, withdrawnOn: '2026-03-01' }], lines, documents, []), base)
  t.not(fingerprint([first, { ...second, keptSince: '2026-03-01' }], lines, documents, []), base)
  const broken = { issuer: 'a', since: '2026-03-01', decision: 'keep' } as const
  t.not(fingerprint([first, second], lines, documents, [broken]), base)
})
