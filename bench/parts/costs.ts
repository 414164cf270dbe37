// Part: what the costliest requests take of the gateway's processor time, beside a prebuilt page.

import { type PreparedRequests, prepare, prepareTexts } from '../load/load.ts'
import { openRelease, release } from '../support/catalogue.ts'
import { type CostlyRequest, WITH_KEY, WITHOUT_KEY } from '../support/costly-requests.ts'
import { startGateway } from '../support/gateway.ts'
import { issueKeys } from '../support/keys.ts'
import { log } from '../support/log.ts'
import { measure } from '../support/measure.ts'
import type { BenchOptions } from '../support/options.ts'
import { statusOf } from '../support/raw-request.ts'
import type { Server } from '../support/server.ts'
import { addRound, noRates, type Rates } from '../support/server-rates.ts'
import { fullPageTargets, shuffled, spread, unalignedTargets } from '../support/targets.ts'

export interface Cost {
  name: string
  keyed: boolean
  rates: Rates
}

export interface CostsResult {
  /** Prebuilt pages, by which the others are measured. */
  pages: Rates
  costs: readonly Cost[]
}

/** So many keys take turns in costly cases: together they stay below the limit of 300 requests a minute for each. */
const KEYS = 4_000
const PAGES = 1_000
const SECONDS = 1
/** More windows than can be cut in that time: one that came round again would not be there the first time. */
const FRESH = SECONDS * 20_000
/** By so much windows of 15 to 34 offers are enlarged to the largest that are never prebuilt, 80 to 99. */
const LARGER = 65

interface Case extends Cost {
  /** How many different requests there are, if none may come twice. */
  fresh?: number
  requestsOf: (round: number) => PreparedRequests
}

export async function measureCosts(options: BenchOptions): Promise<CostsResult> {
  const keys = await issueKeys()
  const folder = await release(options.small)
  const { routes } = await openRelease(folder)
  const windows = shuffled([...unalignedTargets(routes)])
  const listed = (name: string, targets: readonly string[], gzip: boolean) =>
    prepare(
      `costs-${name}`,
      Array.from({ length: Math.max(targets.length, keys.keys.length) }, (_, index) => ({
        target: targets[index % targets.length] ?? '',
        key: keys.keys[index % keys.keys.length] ?? '',
        gzip,
      })),
    )
  const large = windows.map((each) =>
    each.replace(/limit=(\d+)/, (_, limit) => `limit=${Number(limit) + LARGER}`),
  )
  const firstWindows = (name: string, targets: readonly string[], gzip: boolean): Case => ({
    name: `${name}, the first time${gzip ? ', gzip' : ''}`,
    keyed: true,
    rates: noRates(),
    fresh: FRESH,
    requestsOf: (round) => {
      const from = (round * 2 + Number(gzip)) * FRESH
      return listed('first', targets.slice(from, from + FRESH), gzip)
    },
  })
  const rounds = Math.min(options.rounds, Math.floor(windows.length / FRESH / 2))
  if (rounds < 1) throw new Error('the catalogue is too small for windows that nobody asked for before')
  const pages: Case = {
    name: 'a prebuilt page',
    keyed: true,
    rates: noRates(),
    requestsOf: () => listed('pages', spread(fullPageTargets(routes), PAGES), false),
  }
  // As if through a balancer: else connections on which most is refused would be closed, and the address, too.
  const server = await startGateway({ folder, keys, env: { OFFERS_TRUST_PROXY: '127.0.0.1' } })
  try {
    const cases = [true, false].flatMap((gzip) => [
      firstWindows('a window of 15 to 34 offers', windows, gzip),
      firstWindows('a window of 80 to 99 offers', large, gzip),
    ])
    for (const request of [...WITH_KEY, ...WITHOUT_KEY]) {
      const turns = request.keyed ? keys.keys.slice(0, KEYS) : ['']
      await expectStatus(server, request, turns[0])
      const texts = turns.map((key) => textOf(request, key))
      cases.push({ ...request, rates: noRates(), requestsOf: () => prepareTexts('costs-costly', texts) })
    }
    await measure(server, pages.requestsOf(0), SECONDS)
    for (let round = 0; round < rounds; round++) {
      for (const { name, rates, fresh = Number.POSITIVE_INFINITY, requestsOf } of [pages, ...cases]) {
        const measurement = await measure(server, requestsOf(round), SECONDS)
        if (measurement.requests > fresh)
          throw new Error(`${name}: more requests than the ${fresh} there were`)
        addRound(rates, measurement)
      }
      log(`costs, round ${round + 1} of ${rounds}`)
    }
    return { pages: pages.rates, costs: cases }
  } finally {
    await server.stop()
  }
}

function textOf({ target, fields = [] }: CostlyRequest, key = ''): string {
  const credentials = key === '' ? [] : [`Authorization: Bearer ${key}`]
  return `${[`GET ${target} HTTP/1.1`, 'Host: localhost', ...credentials, ...fields].join('\r\n')}\r\n\r\n`
}

/** @throws if the gateway says something else: then something else would be measured */
async function expectStatus({ port }: Server, request: CostlyRequest, key?: string): Promise<void> {
  const found = await statusOf(port, textOf(request, key))
  if (found !== request.status) throw new Error(`${request.name}: expected ${request.status}, found ${found}`)
}
