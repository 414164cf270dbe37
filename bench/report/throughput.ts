import { SCENARIOS } from '../parts/scenarios.ts'
import type { ScenarioResult } from '../parts/throughput.ts'
import { PEERS, type PeerName } from '../support/peers.ts'
import { compare, type Rates } from '../support/server-rates.ts'
import { rateGoal } from './compare-rates.ts'
import { type Chapter, type Goal, spreadOf, spreadOfValues, table } from './format.ts'

const GOALS_OF_PAGES: [PeerName, number][] = [
  ['bare', 0.8],
  ['express-usual', 4],
  ['fastify-memory', 1],
  ['fastify-disk', 2],
  ['nginx', 0.45],
]

export function throughputChapter(results: readonly ScenarioResult[]): Chapter {
  return {
    goals: results.flatMap(goalsOf),
    text: `## Requests a second\n\n${results.map(section).join('\n\n')}`,
  }
}

function goalsOf({ scenario, rates }: ScenarioResult): Goal[] {
  const against = (name: PeerName, least: number) =>
    rateGoal({
      measure: `gateway ÷ ${PEERS[name]}: ${SCENARIOS[scenario]}`,
      ours: rates.gateway,
      theirs: rates[name],
      least,
    })
  if (scenario === 'not-modified') return against('bare', 0.8)
  if (scenario === 'mix') return []
  return GOALS_OF_PAGES.flatMap(([name, least]) => against(name, least))
}

function section({ scenario, rates, meanBytes, failed }: ScenarioResult): string {
  const rows = Object.entries(rates).map(([name, each]) => [
    name === 'gateway' ? '**the gateway**' : PEERS[name as PeerName],
    spreadOfValues(each.wall, 0),
    spreadOfValues(each.processor, 0),
    name === 'gateway' ? '1' : ratioText(rates.gateway, each),
  ])
  const head = ['server', 'requests/s', 'requests/s of processor time', 'gateway ÷ it']
  return `### ${SCENARIOS[scenario]}

${table(head, rows)}

An answer of the gateway has ${Math.round(meanBytes)} bytes on average, its head included. Failed requests: ${failed}.`
}

function ratioText(ours: Rates | undefined, theirs: Rates): string {
  if (!ours) return '–'
  const { wall, processor } = compare(ours, theirs)
  return spreadOf(processor ?? wall)
}
