// Part: what changes cost: their pages beside those of the list of all offers, and the build with and without them.

import { changesTarget, listTarget } from '../../contract/api/request-target.ts'
import { DEFAULT_LIMIT, KEY_LIMITS } from '../../contract/keys/kinds.ts'
import { prepare } from '../load/load.ts'
import { build, generate, openRelease } from '../support/catalogue.ts'
import { startGateway } from '../support/gateway.ts'
import { issueKeys } from '../support/keys.ts'
import { log } from '../support/log.ts'
import { measure } from '../support/measure.ts'
import type { BenchOptions } from '../support/options.ts'
import { newOutput } from '../support/outputs.ts'
import { addRound, noRates, type Rates } from '../support/server-rates.ts'
import { shuffled, WINDOW_LIMITS } from '../support/targets.ts'
import { type Growth, measureGrowth } from './changes-growth.ts'

export interface ChangesResult {
  /** How many offers changed since the day before. */
  changed: number
  comparisons: readonly Comparison[]
  failed: number
  growth: Growth
}

/** What is asked of the changes, and the same of the list of all offers. */
export interface Comparison {
  name: string
  changes: Rates
  list: Rates
}

interface Question extends Comparison {
  seconds: number
  /** In each round. */
  targetsOf: (of: 'changes' | 'list', round: number) => readonly string[]
  /** How many of them there are in a round, if none may come twice. */
  fresh?: number
}

const LIST_FIRST = ['list', 'changes'] as const
const WINDOW_SECONDS = 1
/** More windows than can be cut in that time: one that came round again would not be there the first time. */
const FRESH = WINDOW_SECONDS * 20_000

export async function measureChanges(options: BenchOptions): Promise<ChangesResult> {
  const keys = await issueKeys()
  const folder = newOutput('two-days')
  for (const day of [0, 1]) await build(await generate({ offers: options.small, day }), folder)
  const { manifest } = await openRelease(folder)
  const [, [since, changed] = ['', 0]] = Object.entries(manifest.history ?? {})
  if (changed < DEFAULT_LIMIT) throw new Error(`only ${changed} offers changed since ${since}`)

  const questions = questionsOf({ since, changed, offers: options.small, seconds: options.seconds })
  const prepared = (targets: readonly string[]) =>
    prepare(
      'changes',
      Array.from({ length: Math.max(targets.length, keys.keys.length) }, (_, index) => ({
        target: targets[index % targets.length] ?? '',
        key: keys.keys[index % keys.keys.length] ?? '',
        gzip: false,
      })),
    )
  let failed = 0
  const server = await startGateway({ folder, keys })
  try {
    for (let round = 0; round < options.rounds; round++) {
      for (const { name, seconds, targetsOf, fresh, ...rates } of questions) {
        // In turns, for the first to be asked finds a colder machine.
        for (const of of round % 2 === 0 ? LIST_FIRST : LIST_FIRST.toReversed()) {
          const targets = targetsOf(of, round)
          // There may be too few new ones for all rounds.
          if (targets.length === 0) continue
          const requests = prepared(targets)
          // Warms up: only windows that are asked for the first time are measured cold.
          if (fresh === undefined) await measure(server, requests, 1)
          const measurement = await measure(server, requests, seconds)
          if (measurement.requests > (fresh ?? Number.POSITIVE_INFINITY))
            throw new Error(`${name}: more requests than the ${fresh} there were`)
          failed += measurement.failed
          addRound(rates[of], measurement)
        }
      }
      log(`changes, round ${round + 1} of ${options.rounds}`)
    }
  } finally {
    await server.stop()
  }
  return { changed, comparisons: questions, failed, growth: await measureGrowth(options) }
}

interface Day {
  since: string
  changed: number
  offers: number
  seconds: number
}

function questionsOf({ since, changed, offers, seconds }: Day): Question[] {
  const target = (of: 'changes' | 'list', moment: string | null, limit: number, offset: number) =>
    of === 'list' ? listTarget({ limit, offset }) : changesTarget({ since: moment, limit, offset })
  const pagesUpTo = (last: number) =>
    Array.from({ length: Math.floor(last / DEFAULT_LIMIT) + 1 }, (_, index) => index * DEFAULT_LIMIT)
  const lastOffset = Math.min(offers * 0.9, KEY_LIMITS.named.maxOffset)
  const windows = shuffled(
    WINDOW_LIMITS.flatMap((limit) =>
      Array.from({ length: lastOffset }, (_, offset) => [limit, offset] as const),
    ),
  )
  const windowsOf = (round: number) => {
    const some = windows.slice(round * FRESH, (round + 1) * FRESH)
    return some.length < FRESH ? [] : some
  }
  return [
    {
      ...noComparison('prebuilt pages of 25'),
      seconds,
      targetsOf: (of) => pagesUpTo(lastOffset).map((offset) => target(of, null, DEFAULT_LIMIT, offset)),
    },
    {
      ...noComparison('pages of 25 since the day before'),
      seconds,
      targetsOf: (of) =>
        pagesUpTo(changed - DEFAULT_LIMIT).map((offset) => target(of, since, DEFAULT_LIMIT, offset)),
    },
    {
      ...noComparison('windows, the first time'),
      seconds: WINDOW_SECONDS,
      fresh: FRESH,
      targetsOf: (of, round) => windowsOf(round).map(([limit, offset]) => target(of, null, limit, offset)),
    },
  ]
}

function noComparison(name: string): Comparison {
  return { name, changes: noRates(), list: noRates() }
}
