// Part: the processor time of the gateway for the costliest requests, against that of a prebuilt page.

import { issueKeys } from '../catalogue/keys.ts'
import { release } from '../catalogue/releases.ts'
import { pageTargets, windowTargets } from '../catalogue/targets.ts'
import { prepare } from '../load/load.ts'
import { type BenchRequest, requestsInTurn, send } from '../load/request.ts'
import { startGateway } from '../programs/gateway.ts'
import { measure } from '../programs/measure.ts'
import type { Server } from '../programs/server.ts'
import { type Chapter, type Goal, spreadOf, table } from '../report/format.ts'
import { addRound, noRates, type Rates, rateRatio } from '../report/rates.ts'
import { type CostlyRequest, HOME, WITH_KEY, WITHOUT_KEY } from './costly-requests.ts'
import type { BenchOptions } from './options.ts'

/** Keys that take turns in costly cases: together they stay below the limit of 300 requests a minute for each. */
const KEYS = 4_000
const PAGES = 1_000
const SECONDS = 1
/** More windows than can be made in that time, so that each is asked for the first time. */
const FRESH = SECONDS * 20_000
/** Enlarges windows of 15 to 34 offers to the largest that are never prebuilt, 80 to 99. */
const LARGER = 65

/** How many times the processor time of a prebuilt page. */
const MAX_WITHOUT_KEY = 20
const MAX_WITH_KEY = 60
/** Home is prebuilt as well, and about as long as a page. */
const MAX_HOME = 1.5

interface Case {
  name: string
  keyed: boolean
  rates: Rates
  requestsOf: (round: number) => BenchRequest[]
  /** How many different requests there are, if none may be sent twice. */
  fresh?: number
  /** The same requests are sent before they are measured, so that their answers are in memory. */
  again?: true
}

export async function measureCosts({ small, rounds }: BenchOptions): Promise<Chapter> {
  const keys = await issueKeys()
  const folder = await release(small)
  const windows = await windowTargets(folder)
  const most = Math.floor((windows.length - PAGES) / FRESH / 2)
  if (most < 1) throw new Error('the catalogue has too few windows to ask for each only once')
  const pages = cachedCase('a prebuilt page', await pageTargets(folder, PAGES), keys.keys)
  const costly = [...WITH_KEY, ...WITHOUT_KEY]
  const cases = [...windowCases(windows, keys.keys), ...costly.map((each) => costlyCase(each, keys.keys))]
  // As through a balancer; otherwise the gateway closes connections on which most is refused, and blocks the address.
  const server = await startGateway({ folder, keys, env: { OFFERS_TRUST_PROXY: '127.0.0.1' } })
  try {
    for (const [index, request] of costly.entries()) {
      await expectStatus(server, { ...request, ...keyOf(request, keys.keys[index] ?? '') })
    }
    for (let round = 0; round < Math.min(rounds, most); round++) {
      for (const each of [pages, ...cases]) await measureCase(server, each, round)
      console.error(`costs, round ${round + 1}`)
    }
  } finally {
    await server.stop()
  }
  return chapter(pages, cases)
}

function cachedCase(name: string, targets: readonly string[], keys: readonly string[]): Case {
  const requestsOf = () => requestsInTurn(targets, keys, false)
  return { name, keyed: true, rates: noRates(), requestsOf, again: true }
}

function windowCases(windows: readonly string[], keys: readonly string[]): Case[] {
  const larger = windows.map((each) =>
    each.replace(/limit=(\d+)/, (_, limit) => `limit=${Number(limit) + LARGER}`),
  )
  const firstTime = (name: string, targets: readonly string[], gzip: boolean): Case => ({
    name: `${name}, the first time${gzip ? ', gzip' : ''}`,
    keyed: true,
    rates: noRates(),
    fresh: FRESH,
    requestsOf: (round) => {
      const from = PAGES + (round * 2 + Number(gzip)) * FRESH
      return requestsInTurn(targets.slice(from, from + FRESH), keys, gzip)
    },
  })
  return [
    ...[false, true].flatMap((gzip) => [
      firstTime('a window of 15 to 34 offers', windows, gzip),
      firstTime('a window of 80 to 99 offers', larger, gzip),
    ]),
    cachedCase('a window of 15 to 34 offers, again', windows.slice(0, PAGES), keys),
  ]
}

function costlyCase(request: CostlyRequest, keys: readonly string[]): Case {
  const turns = request.keyed ? keys.slice(0, KEYS) : ['']
  const requests = turns.map((key) => ({ ...request, ...keyOf(request, key) }))
  return { name: request.name, keyed: request.keyed, rates: noRates(), requestsOf: () => requests }
}

function keyOf({ keyed }: CostlyRequest, key: string): { key?: string } {
  return keyed ? { key } : {}
}

/** @throws {Error} if the gateway answers with another status, because something else would be measured */
async function expectStatus({ port }: Server, request: CostlyRequest): Promise<void> {
  const { status } = await send(port, request)
  if (status !== request.status)
    throw new Error(`${request.name}: expected ${request.status}, found ${status}`)
}

async function measureCase(server: Server, { name, rates, requestsOf, fresh, again }: Case, round: number) {
  const requests = prepare('costs', requestsOf(round))
  if (again) await measure(server, requests, SECONDS)
  const measurement = await measure(server, requests, SECONDS)
  if (fresh !== undefined && measurement.requests > fresh) {
    throw new Error(`${name}: ${measurement.requests} requests, but only ${fresh} different ones`)
  }
  addRound(rates, measurement)
}

function chapter(pages: Case, cases: readonly Case[]): Chapter {
  // A request costs as many pages as could be sent instead.
  const costs = cases
    .map(({ name, keyed, rates }) => ({ name, keyed, cost: rateRatio(pages.rates, rates) }))
    .sort((a, b) => b.cost.median - a.cost.median)
  const withKey = costs.filter(({ keyed }) => keyed)
  const withoutKey = costs.filter(({ keyed }) => !keyed)
  const goal = (measure: string, [worst]: typeof costs, most: number): Goal[] =>
    worst
      ? [
          {
            measure: `${measure} ÷ a prebuilt page`,
            goal: `≤ ${most} ×`,
            found: `${spreadOf(worst.cost, 1)}: ${worst.name}`,
            met: worst.cost.median <= most,
          },
        ]
      : []
  const rows = (found: typeof costs) => found.map(({ name, cost }) => [name, spreadOf(cost, 1)])
  const head = 'processor time ÷ a prebuilt page'
  return {
    goals: [
      ...goal('the costliest request without a key', withoutKey, MAX_WITHOUT_KEY),
      ...goal('the costliest request with a key', withKey, MAX_WITH_KEY),
      ...goal(
        'home',
        withoutKey.filter(({ name }) => name === HOME),
        MAX_HOME,
      ),
    ],
    text: `## What requests cost

${table(['without a key', head], rows(withoutKey))}

${table(['with a key', head], rows(withKey))}

Refused requests cost as well. Snapshots are missing: they cost bytes rather than time, and have their own limits.`,
  }
}
