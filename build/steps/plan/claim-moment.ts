// Step: checks that the moment of the release is free, and gives a day another moment if not. Clients identify releases
// by their moments and ask for the changes since one, so a second release of the same moment is dated a millisecond
// later.

import { isReleaseOf } from '../../../contract/release/layout.ts'
import { OperatorError } from '../../../lib/errors.ts'
import { jsonLine } from '../../../lib/json/json.ts'
import { aMillisecondLater, calendarDay } from '../../../lib/time/calendar.ts'
import { type CatalogueOffer, parseOfferLine } from '../../day/catalogue-offer.ts'
import type { Day } from '../../day/day.ts'
import type { PlannedRelease } from '../../day/release-draft.ts'
import { listReleases } from '../../releases/list-releases.ts'
import type { OutputFolder } from '../../releases/output-folder.ts'

type Claim = Pick<PlannedRelease, 'date' | 'asked' | 'previous' | 'fingerprint'>

/**
 * A moment is taken if another release has it: the continued one, or any in the folder, even if it was rolled back.
 * The moment of the last release, which a build as of now tries first (see `Day`), is free only for the same release.
 * @returns the moment to try instead; undefined if it is free
 * @throws {OperatorError} `bad-source` if the last release is only to be repaired, but the source makes another one
 */
export async function claimMoment(
  { date: { data_as_of }, asked, previous, fingerprint }: Claim,
  output: OutputFolder,
): Promise<string | undefined> {
  const { current, memory } = previous
  // Whether the build makes the current or the continued release again.
  const isLast = fingerprint === current?.fingerprint || fingerprint === memory.header?.fingerprint
  if (asked === null && !isLast) throw notRepaired(current?.id ?? memory.header?.release)
  if (asked !== null && data_as_of < asked.data_as_of && !isLast) return asked.data_as_of
  if (memory.header?.data_as_of === data_as_of && memory.header.fingerprint !== fingerprint)
    return aMillisecondLater(data_as_of)
  const ofTheMoment = (await listReleases(output.path)).filter((id) => isReleaseOf(id, data_as_of))
  const fingerprints = await Promise.all(ofTheMoment.map((id) => fingerprintOf(output, id)))
  const isFree = fingerprints.every((each) => each === undefined || each === fingerprint)
  return isFree ? undefined : aMillisecondLater(data_as_of)
}

function notRepaired(release: string | undefined): OperatorError {
  const why = 'is made from another source, or by another version'
  return new OperatorError('bad-source', `${release} ${why}, so that nothing is repaired`)
}

/** Undefined if the manifest is missing or damaged: no gateway can load such a release, so its moment is free. */
async function fingerprintOf({ reader }: OutputFolder, id: string): Promise<string | undefined> {
  try {
    return (await reader.manifestById(id)).fingerprint
  } catch (error) {
    if (error instanceof OperatorError && error.code === 'bad-release') return undefined
    throw error
  }
}

/**
 * Gives a day another moment of the same calendar day, without reading its source again. The offers that changed since
 * the previous release get it as `updated_at`.
 * @param moment ISO 8601 UTC with milliseconds
 * @throws {OperatorError} `not-newer` if it falls on another calendar day, on which offers may have another status
 */
export function redate(day: Day, moment: string): Day {
  const { reference, date, offers, previous, lines } = day
  if (calendarDay(moment, reference.catalogue.time_zone) !== date.day) {
    throw new OperatorError(
      'not-newer',
      `${date.data_as_of} is the moment of another release, and the next one falls on another day; ` +
        'use a later moment with --as-of (--as-of now is the present)',
    )
  }
  const redated = ([id, offer]: [string, CatalogueOffer]): [string, CatalogueOffer] => {
    // An unchanged offer keeps its line.
    if (offer.line === previous.memory.offers.get(id)?.line) return [id, offer]
    const changed = { ...parseOfferLine(lines.at(offer.line)), updated_at: moment }
    return [id, { ...offer, updated_at: moment, line: lines.append(Buffer.from(jsonLine(changed))) }]
  }
  return { ...day, date: { ...date, data_as_of: moment }, offers: new Map([...offers].map(redated)) }
}
