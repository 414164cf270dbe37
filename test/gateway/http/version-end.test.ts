import t from 'tap'
import { CURRENT_VERSION } from '../../../contract/api/versions.ts'
import { endFields, successorLink } from '../../../gateway/http/version-end.ts'

const end = {
  announced: '2026-01-01',
  deprecated: '2026-02-01T00:00:00.000Z',
  sunset: '2026-03-03T00:00:00.000Z',
  successor: CURRENT_VERSION.name,
}
// Its own successor: the link then leads back to where it stands.
const version = { ...CURRENT_VERSION, end }

t.test('the end of a version is told in the forms of RFC 9745 and RFC 8594', async (t) => {
  t.same(endFields(version), [
    ...['Deprecation', '@1769904000', 'Sunset', 'Tue, 03 Mar 2026 00:00:00 GMT'],
    ...['Access-Control-Expose-Headers', 'Deprecation, Sunset'],
  ])
  t.same(endFields(CURRENT_VERSION), [])
})

t.test('the way to the successor is relative, and keeps what was asked for', async (t) => {
  const cases = [
    ['offers', '/beta/offers?limit=25&offset=0', '../beta/offers?limit=25&offset=0'],
    ['offers', undefined, '../beta/offers'],
    ['offer', '/beta/offers/off_aaaaaaaaaaaaaaaa', '../../beta/offers/off_aaaaaaaaaaaaaaaa'],
    ['snapshot', undefined, '../beta/snapshot'],
    ['openapi', '/beta/openapi.json', '../beta/openapi.json'],
  ] as const
  for (const [route, target, expected] of cases) {
    t.equal(successorLink({ version, route }, target), `<${expected}>; rel="successor-version"`)
    t.equal(successorLink({ version: CURRENT_VERSION, route }, target), undefined)
  }
  t.equal(successorLink({ version, route: 'offer' }, undefined), undefined, 'what can be no id leads nowhere')
})
