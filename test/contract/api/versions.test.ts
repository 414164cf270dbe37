import t from 'tap'
import {
  CURRENT_VERSION,
  hasEnded,
  VERSIONS,
  versionNamed,
  versionOfPath,
  versionsIn,
} from '../../../contract/api/versions.ts'

const end = {
  announced: '2026-01-01',
  deprecated: '2026-02-01T00:00:00.000Z',
  sunset: '2026-03-03T00:00:00.000Z',
  successor: CURRENT_VERSION.name,
}

t.test('no two versions share a name, base path or schema version', async (t) => {
  for (const member of ['name', 'basePath', 'schemaVersion'] as const)
    t.equal(new Set(VERSIONS.map((version) => version[member])).size, VERSIONS.length, member)
  for (const version of VERSIONS) {
    t.match(version.basePath, /^\/[a-z0-9]+$/)
    t.equal(versionNamed(version.name), version)
    t.equal(versionOfPath(`${version.basePath}/offers`), version)
  }
  t.equal(CURRENT_VERSION.end, undefined, 'the current version has no end')
  t.throws(() => versionNamed('v9'), /version-table.ts has no version v9/)
})

t.test('a version ends at its sunset, and without one never', async (t) => {
  const ending = { ...CURRENT_VERSION, end }
  t.notOk(hasEnded(ending, Date.parse('2026-03-02T23:59:59.999Z')))
  t.ok(hasEnded(ending, Date.parse('2026-03-03T00:00:00.000Z')))
  t.notOk(hasEnded(CURRENT_VERSION, Date.parse('9999-01-01')))
  t.same(versionsIn('9999-01-01T00:00:00.000Z'), VERSIONS)
})
