import t from 'tap'
import { parseManifest, parsePointer } from '../../../contract/release/manifest.ts'
import { publishTinyRelease } from '../../helpers/tiny-release.ts'

const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value))

t.test('a manifest is read as it was written; members for people are ignored', async (t) => {
  const { manifest, pointer } = publishTinyRelease(t.testdir({}))
  t.same(parseManifest(bytesOf({ ...manifest, country: 'CL' })), manifest)
  const previous = '20260801T100000000Z-0123456789ab'
  t.same(parseManifest(bytesOf({ ...manifest, previous })), { ...manifest, previous })
  t.same(parsePointer(bytesOf({ ...pointer, more: 1 })), pointer)
})

t.test('a wrong manifest is refused with the place of the fault', async (t) => {
  const { manifest } = publishTinyRelease(t.testdir({}))
  const { counts } = manifest
  const broken = { issuer: 'a', days: 1, decision: 'keep', keep_days: 7, kept: 1 }
  const wrong: [changes: object, place: string][] = [
    [{ format: 2 }, 'release.json/format: expected 1, found 2'],
    [{ format: undefined }, 'release.json/format'],
    [{ id: '..' }, 'release.json/id'],
    [{ previous: 'x' }, 'release.json/previous'],
    [{ previous: undefined }, 'release.json/previous'],
    [{ data_as_of: '2026-08-22' }, 'release.json/data_as_of'],
    [{ fingerprint: 'x' }, 'release.json/fingerprint'],
    [{ routes: { ...manifest.routes, size: -1 } }, 'release.json/routes/size'],
    [{ memory: { ...manifest.memory, digest: 'x' } }, 'release.json/memory/digest'],
    [{ counts: { ...counts, offers: { active: '1' } } }, 'release.json/counts/offers'],
    ...['history', 'stored_bytes', 'broken_issuers'].map((member): [object, string] => [
      { [member]: undefined },
      `release.json/${member}`,
    ]),
    [{ broken_issuers: [{ issuer: 'a' }] }, 'release.json/broken_issuers/days'],
    [{ broken_issuers: [{ issuer: 'a', days: 1, decision: 1 }] }, 'release.json/broken_issuers/decision'],
    [{ broken_issuers: [{ ...broken, kept: -1 }] }, 'release.json/broken_issuers/kept'],
    [{ broken_issuers: [{ ...broken, keep_days: '7' }] }, 'release.json/broken_issuers/keep_days'],
    [{ counts: { ...counts, objects: undefined } }, 'release.json/counts/objects'],
  ]
  for (const [changes, message] of wrong) {
    t.throws(() => parseManifest(bytesOf({ ...manifest, ...changes })), { name: 'TypeError', message })
  }
})

t.test('bytes that are not UTF-8 are refused, not replaced', async (t) => {
  const { manifest } = publishTinyRelease(t.testdir({}))
  const bytes = bytesOf({ ...manifest, attribution: '@' })
  bytes[bytes.indexOf('"@"') + 1] = 0xff
  t.throws(() => parseManifest(bytes), TypeError)
})
