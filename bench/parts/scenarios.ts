// What clients ask for, as lists of requests that are sent in turn. Every server has tags of its own, so a
// list is made for each.

import { type BenchRequest, send } from '../support/request.ts'
import type { Targets } from './setup.ts'

export const SCENARIOS = {
  identity: '200, prebuilt pages',
  gzip: '200, prebuilt pages, gzip',
  'not-modified': '304, prebuilt pages',
  mix: 'a mix',
} as const

export type Scenario = keyof typeof SCENARIOS

/** With what requests are made. */
export interface Material {
  targets: Targets
  keys: readonly string[]
}

interface Question {
  target: string
  gzip: boolean
  conditional: boolean
}

/** Requests of a scenario for the server at a port: every key in turn, every target in turn. */
export async function scenarioRequests(
  scenario: Scenario,
  port: number,
  { targets, keys }: Material,
): Promise<BenchRequest[]> {
  const questions = questionsOf(scenario, targets)
  const tags = await tagsOf(port, questions, keys)
  return keys.map((key, index) => {
    const at = index % questions.length
    const { target = '', gzip = false } = questions[at] ?? {}
    return { target, gzip, key, ifNoneMatch: tags[at] }
  })
}

function questionsOf(scenario: Scenario, { pages, details, windows }: Targets): Question[] {
  const plain = (target: string) => ({ target, gzip: false, conditional: false })
  switch (scenario) {
    case 'identity':
      return pages.map(plain)
    case 'gzip':
      return pages.map((target) => ({ ...plain(target), gzip: true }))
    case 'not-modified':
      return pages.map((target) => ({ ...plain(target), conditional: true }))
    case 'mix':
      return mixed({ pages: pages.slice(0, 700), details, windows })
  }
}

// Spread among each other by steps that share no factor with the length: half of all take gzip, a third ask
// only whether something changed.
function mixed({ pages, details, windows }: Targets): Question[] {
  const all = [...pages, ...details, ...windows]
  const stride = 379
  return all.map((_, index) => {
    const target = all[(index * stride) % all.length] ?? ''
    return { target, gzip: index % 2 === 0, conditional: index % 3 === 0 }
  })
}

async function tagsOf(port: number, questions: readonly Question[], keys: readonly string[]) {
  const tags: (string | undefined)[] = []
  for (const [index, { target, gzip, conditional }] of questions.entries()) {
    const key = keys[index % keys.length] ?? ''
    tags.push(conditional ? String((await send(port, { target, gzip, key })).headers.etag) : undefined)
  }
  return tags
}
