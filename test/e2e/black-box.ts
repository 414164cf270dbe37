// The promises of the API, checked from outside. They hold for every kind of origin and key store behind the
// gateway, so each mode of running it passes this one suite.

import type { Test } from 'tap'
import { sha256 } from '../../lib/digest.ts'
import { createDescriptionCheck } from '../helpers/api-description.ts'
import { createHistoryCheck } from '../helpers/earlier-descriptions.ts'
import { type Answer, call } from '../helpers/http.ts'
import { addKeys, type IssuedKey } from '../helpers/issue-keys.ts'
import { runProgram } from '../helpers/processes.ts'
import type { Api, Stage } from './api-contract/api.ts'
import { cachingContract } from './api-contract/caching.ts'
import { historyContract } from './api-contract/history.ts'
import { listContract } from './api-contract/lists.ts'
import { rateContract } from './api-contract/rates.ts'
import { requestContract } from './api-contract/requests.ts'
import { snapshotContract } from './api-contract/snapshots.ts'

/** The keys of a store; its operator revokes them with the program. */
export function operatorOf(store: string) {
  const pools = { demo: [] as IssuedKey[], named: [] as IssuedKey[] }
  const issued: IssuedKey[] = []
  return {
    /** Every key that was issued. */
    issued,
    issue: async (kind: 'demo' | 'named'): Promise<IssuedKey> => {
      const pool = pools[kind]
      if (pool.length === 0) pool.push(...(await addKeys(store, 20, kind)))
      const key = pool.pop()
      if (!key) throw new Error('no key was issued')
      issued.push(key)
      return key
    },
    revoke: async (id: string) => void (await runProgram('gateway', ['keys', 'revoke', id, '--keys', store])),
  }
}

let addresses = 0

export async function blackBox(t: Test, stage: Stage): Promise<void> {
  const description = await call(stage.base, '/beta/openapi.json')
  const check = createDescriptionCheck(description.json)
  const checkHistory = createHistoryCheck()
  const checked = new Set<string>()
  /** Of equal answers to equal requests, only the first is checked: the suites of rates get hundreds. */
  const isFirst = (target: string, { status, headers, body }: Answer) => {
    const names = Object.keys(headers).toSorted().join()
    const all = [target, status, names, headers['content-type'], sha256(body)].join(' ')
    return checked.size < checked.add(all).size
  }
  const api: Api = {
    ...stage,
    named: (await stage.issue('named')).key,
    demo: (await stage.issue('demo')).key,
    get: async (target, options = {}) => {
      const answer = await call(stage.base, target, options)
      const isGet = (options.method ?? 'GET') === 'GET'
      if (isGet && target.startsWith('/beta/') && isFirst(target, answer)) {
        t.same(check(target, answer), [], `${target} matches the description`)
        t.same(checkHistory(target, answer), [], `${target} matches every published description`)
      }
      return answer
    },
    fromElsewhere: () => {
      addresses += 1
      return { 'x-forwarded-for': `203.0.${addresses >> 8}.${addresses & 255}` }
    },
  }
  const suites = {
    listContract,
    requestContract,
    cachingContract,
    snapshotContract,
    rateContract,
    historyContract,
  }
  for (const [name, suite] of Object.entries(suites)) {
    // Each suite has separate keys, so that none uses up the requests of another.
    const named = (await stage.issue('named')).key
    await t.test(name, (t) => suite(t, { ...api, named }))
  }
}
