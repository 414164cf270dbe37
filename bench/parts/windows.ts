// Part: windows that were never prebuilt, the first time and again, beside prebuilt pages.

import { type PreparedRequests, prepare } from '../load/load.ts'
import { openRelease, release } from '../support/catalogue.ts'
import { startGateway } from '../support/gateway.ts'
import { issueKeys } from '../support/keys.ts'
import { log } from '../support/log.ts'
import { type Measurement, measure } from '../support/measure.ts'
import type { BenchOptions } from '../support/options.ts'
import { addRound, noRates, type Rates } from '../support/server-rates.ts'
import { fullPageTargets, shuffled, spread, unalignedTargets } from '../support/targets.ts'

export interface WindowsResult {
  pages: Rates
  first: Rates
  again: Rates
  failed: number
}

const DIFFERENT = 1_000
const SECONDS = 2
// More than can be cut in that time: a window that comes round again would not be there the first time.
const FRESH = SECONDS * 20_000

export async function measureWindows(options: BenchOptions): Promise<WindowsResult> {
  const keys = await issueKeys()
  const folder = await release(options.small)
  const { routes } = await openRelease(folder)
  const windows = shuffled([...unalignedTargets(routes)])
  const rounds = Math.min(options.rounds, Math.floor((windows.length - DIFFERENT) / FRESH))
  const requestsFor = (name: string, targets: readonly string[]) => {
    const count = Math.max(targets.length, keys.keys.length)
    const requests = Array.from({ length: count }, (_, index) => ({
      target: targets[index % targets.length] ?? '',
      key: keys.keys[index % keys.keys.length] ?? '',
      gzip: false,
    }))
    return prepare(`windows-${name}`, requests)
  }
  const pages = requestsFor('pages', spread(fullPageTargets(routes), DIFFERENT))
  const again = requestsFor('again', windows.slice(0, DIFFERENT))
  const found: WindowsResult = { pages: noRates(), first: noRates(), again: noRates(), failed: 0 }

  const server = await startGateway({ folder, keys })
  try {
    for (let round = 0; round < rounds; round++) {
      const from = DIFFERENT + round * FRESH
      const first = requestsFor('first', windows.slice(from, from + FRESH))
      const measureInto = async (rates: Rates, requests: PreparedRequests): Promise<Measurement> => {
        const measurement = await measure(server, requests, SECONDS)
        found.failed += measurement.failed
        addRound(rates, measurement)
        return measurement
      }
      // What was pushed out of memory by other windows comes back before it is measured.
      await measure(server, pages, 1)
      await measureInto(found.pages, pages)
      const { requests } = await measureInto(found.first, first)
      if (requests > FRESH) throw new Error(`${requests} windows were cut, more than the ${FRESH} there were`)
      await measure(server, again, 1)
      await measureInto(found.again, again)
      log(`windows, round ${round + 1} of ${rounds}: ${requests} for the first time`)
    }
  } finally {
    await server.stop()
  }
  return found
}
