import { rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { NO_MEMORY } from '../../../../build/day/memory.ts'
import type { PlannedRelease } from '../../../../build/day/release-draft.ts'
import { OutputFolder } from '../../../../build/releases/output-folder.ts'
import { claimMoment } from '../../../../build/steps/plan/claim-moment.ts'
import { manifestPath } from '../../../../contract/release/layout.ts'
import { publishTinyRelease } from '../../../helpers/tiny-release.ts'

const MOMENT = '2026-08-22T10:00:00.000Z'
const EARLIER = '2026-08-21T10:00:00.000Z'

function of(data_as_of: string, asked = data_as_of): Pick<PlannedRelease, 'date' | 'asked' | 'previous'> {
  const dated = (moment: string) => ({ data_as_of: moment, day: moment.slice(0, 10) })
  return { date: dated(data_as_of), asked: dated(asked), previous: { current: null, memory: NO_MEMORY } }
}

/** A build that continues a release of this moment. */
function continuing(data_as_of: string, fingerprint: string) {
  const header = {
    ...{ format: 1 as const, release: 'r', previous: null, data_as_of, fingerprint, offers: 0 },
    ...{ broken: [], history: [] },
  }
  return { ...of(MOMENT), previous: { current: null, memory: { header, offers: new Map() } } }
}

/** @param fingerprint of the new release */
const claim = async (out: string, fingerprint: string, day: ReturnType<typeof of>) =>
  (await claimMoment({ ...day, fingerprint }, new OutputFolder(out))) === undefined

t.test('a moment is free in an empty folder, and next to releases of other moments', async (t) => {
  const out = t.testdir({})
  t.equal(await claim(out, 'print', of(MOMENT)), true)
  publishTinyRelease(out, { dataAsOf: EARLIER })
  t.equal(await claim(out, 'print', of(MOMENT)), true)
  t.equal(await claim(out, 'print', continuing(EARLIER, 'other')), true)
})

t.test('it is taken by another release of the folder, current or not, but not by the same', async (t) => {
  const out = t.testdir({})
  const { manifest } = publishTinyRelease(out, { dataAsOf: MOMENT })
  publishTinyRelease(out, { dataAsOf: EARLIER })
  t.equal(await claim(out, 'print', of(MOMENT)), false, 'it was rolled back, but clients still know it')
  t.equal(await claim(out, manifest.fingerprint, of(MOMENT)), true, 'the same build, made again')
})

t.test('it is taken by the release that is continued, in any folder', async (t) => {
  const out = t.testdir({})
  t.equal(await claim(out, 'print', continuing(MOMENT, 'other')), false)
  t.equal(await claim(out, 'print', continuing(MOMENT, 'print')), true)
})

t.test('the next one is a millisecond later', async (t) => {
  const next = await claimMoment(
    { ...continuing(MOMENT, 'other'), fingerprint: 'print' },
    new OutputFolder(t.testdir({})),
  )
  t.equal(next, '2026-08-22T10:00:00.001Z')
})

t.test(
  'the moment of the last release is free for that release alone, and then the requested one is tried',
  async (t) => {
    const output = new OutputFolder(t.testdir({}))
    const day = { ...continuing(EARLIER, 'print'), ...{ date: of(EARLIER).date, asked: of(MOMENT).date } }
    t.equal(await claimMoment({ ...day, fingerprint: 'print' }, output), undefined)
    t.equal(await claimMoment({ ...day, fingerprint: 'other' }, output), MOMENT)
  },
)

t.test('leftovers of an interrupted build take no moment', async (t) => {
  const out = t.testdir({})
  const { manifest } = publishTinyRelease(out, { dataAsOf: MOMENT })
  rmSync(join(out, manifestPath(manifest.id)))
  t.equal(await claim(out, 'print', of(MOMENT)), true)
})
