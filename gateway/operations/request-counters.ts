// Counts every answer in plain arrays, which `metrics.ts` reads at each scrape.

import { PROBLEM_CODES, type ProblemCode } from '../../contract/api/problems.ts'
import { ROUTE_NAMES, type RouteName } from '../../contract/api/request-target.ts'
import { KEY_KINDS, type KeyKind } from '../../contract/keys/kinds.ts'
import { elementAt } from '../../lib/lists.ts'
import { recordOf } from '../../lib/record-of.ts'
import type { AnswerObserver } from '../connections/gateway-server.ts'
import type { RequestContext } from '../exchange/request-context.ts'
import { KEY_REFUSALS } from '../keys/key-verdict.ts'

/** `other`: requests that end before their route is known, such as preflights, and input that is no request. */
export type CountedRoute = RouteName | 'other'

/** `none`: no key was needed, or the key was not good. */
export type CountedKind = KeyKind | 'none'

/** Upper bounds of the latency buckets, in seconds. An answer from memory belongs in the first. */
export const LATENCY_BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The length of an array with a count for each status code, which has three digits. */
const STATUSES = 1000

/** The answers of one route. */
export class RouteCounters {
  /** By kind of key, then by status. */
  readonly answers = recordOf([...KEY_KINDS, 'none'], () => new Float64Array(STATUSES))
  /** Answers by latency: one count for each of `LATENCY_BOUNDS`, and one for slower answers. */
  readonly latencies = new Float64Array(LATENCY_BOUNDS.length + 1)
  /** The sum of all latencies. */
  seconds = 0

  /** @param seconds until the head was sent; left out for input that never became a request */
  count(kind: CountedKind, status: number, seconds?: number): void {
    increment(this.answers[kind], status)
    if (seconds === undefined) return
    const bucket = LATENCY_BOUNDS.findIndex((bound) => seconds <= bound)
    increment(this.latencies, bucket < 0 ? LATENCY_BOUNDS.length : bucket)
    this.seconds += seconds
  }
}

/** All counts since the start. */
export class RequestCounters implements AnswerObserver {
  readonly routes: Readonly<Record<CountedRoute, RouteCounters>> = recordOf(
    [...ROUTE_NAMES, 'other'],
    () => new RouteCounters(),
  )
  /** Errors, as the API calls them. */
  readonly problems = recordOf(PROBLEM_CODES, () => 0)

  /** Requests without a good key, by reason. */
  readonly refusals = recordOf(KEY_REFUSALS, () => 0)

  answered(context: RequestContext, status: number): void {
    const { caller, problem, use, refusal } = context
    const route = this.routes[context.route ?? 'other']
    route.count(caller?.kind ?? 'none', status, (performance.now() - context.startedAt) / 1000)
    if (use && status < 400) use.answered += 1
    else if (use && status < 500) use.refused += 1
    if (problem) this.problems[problem] += 1
    if (refusal) this.refusals[refusal] += 1
  }

  /** The counts of all answers that were given; the labels are route, status and kind of key. */
  answers(): [labels: string[], count: number][] {
    const rows: [labels: string[], count: number][] = []
    for (const [route, { answers }] of Object.entries(this.routes)) {
      for (const [kind, counts] of Object.entries(answers)) {
        counts.forEach((count, status) => {
          if (count > 0) rows.push([[route, `${status}`, kind], count])
        })
      }
    }
    return rows
  }

  refused(status: number, code?: ProblemCode): void {
    this.routes.other.count('none', status)
    if (code) this.problems[code] += 1
  }
}

function increment(counts: Float64Array, index: number): void {
  counts[index] = elementAt(counts, index) + 1
}
