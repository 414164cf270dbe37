import t from 'tap'
import type { Reference } from '../../../../build/day/day.ts'
import type { Previous } from '../../../../build/day/memory.ts'
import { dateRelease } from '../../../../build/steps/read/date-release.ts'
import { builtManifest } from '../../support/manifest.ts'
import { CATALOGUE } from '../../support/source.ts'

const EARLIER = '2026-02-28T10:00:00.000Z'
const MOMENT = '2026-03-01T02:00:00.000Z'
const LATER = '2026-03-02T10:00:00.000Z'

const reference = (): Reference => {
  const none = new Map<string, never>()
  return { catalogue: CATALOGUE, issuers: none, categories: none, comunas: none }
}

const previous = (current: string | null, state: string | null): Previous => ({
  current: current === null ? null : { ...builtManifest, data_as_of: current },
  memory: {
    header: state === null ? null : stateHeader(state),
    offers: new Map(),
  },
})

const stateHeader = (data_as_of: string) => ({
  format: 1 as const,
  release: builtManifest.id,
  previous: null,
  data_as_of,
  fingerprint: builtManifest.fingerprint,
  offers: 0,
  broken: [],
  history: [],
})

t.test('without a moment there is no release', async (t) => {
  const none = previous(null, null)
  t.equal(dateRelease(reference(), LATER, none).data_as_of, LATER)
  t.throws(() => dateRelease(reference(), undefined, none), { code: 'bad-source', message: /data_as_of/ })
})

t.test('the day is that of the time zone of the catalogue', async (t) => {
  t.same(dateRelease(reference(), MOMENT, previous(null, null)), { data_as_of: MOMENT, day: '2026-02-28' })
})

t.test('it is never before the current release, or before the memory that it continues', async (t) => {
  for (const [current, state] of [
    [LATER, null],
    [null, LATER],
    [EARLIER, LATER],
    [LATER, EARLIER],
  ] as const) {
    t.throws(() => dateRelease(reference(), MOMENT, previous(current, state)), {
      code: 'not-newer',
      message:
        `the source is of ${MOMENT}, the last release of ${LATER}; ` +
        'use a later moment with --as-of (--as-of now is the present), or return to an earlier release with rollback',
    })
  }
  t.equal(dateRelease(reference(), MOMENT, previous(MOMENT, EARLIER)).data_as_of, MOMENT)
})
