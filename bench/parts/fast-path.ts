// Part: what each shortcut of the gateway brings, on every version of Node that is here (`make nodes`).

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { prepare } from '../load/load.ts'
import { openRelease, release } from '../support/catalogue.ts'
import { bundleGateway, SHORTCUTS } from '../support/fast-path-variants.ts'
import { startGateway } from '../support/gateway.ts'
import { issueKeys } from '../support/keys.ts'
import { log } from '../support/log.ts'
import { measure } from '../support/measure.ts'
import type { BenchOptions } from '../support/options.ts'
import { ownProgram, ROOT } from '../support/paths.ts'
import { addRound, noRates, type Rates } from '../support/server-rates.ts'
import { fullPageTargets, spread } from '../support/targets.ts'

export interface FastPathResult {
  /** By version of Node, then by the shortcut that was left out; `none` is the gateway as it is. */
  rates: Record<string, Record<string, Rates>>
  failed: number
}

const PAGES = 1_000
const COLLECTING = [ownProgram('preload/collect')]
// What compiled code relies on outlives two.
const COLLECTIONS = 4
const IDLE_MS = 100
const OTHER_NODES = ['22', '24', '26']

export async function measureFastPath(options: BenchOptions): Promise<FastPathResult> {
  const keys = await issueKeys()
  const folder = await release(options.small)
  const { routes } = await openRelease(folder)
  const pages = spread(fullPageTargets(routes), PAGES)
  const requests = prepare(
    'fast-path',
    keys.keys.map((key, index) => ({ target: pages[index % pages.length] ?? '', key, gzip: true })),
  )
  const programs = new Map<string, string>([['none', await bundleGateway(undefined)]])
  for (const shortcut of SHORTCUTS) programs.set(shortcut, await bundleGateway(shortcut))

  const found: FastPathResult = { rates: {}, failed: 0 }
  for (let round = 1; round <= options.rounds; round++) {
    for (const [version, node] of nodesHere()) {
      const ofNode = found.rates[version] ?? {}
      found.rates[version] = ofNode
      for (const [without, program] of programs) {
        const server = await startGateway({ folder, keys, node, program, preload: COLLECTING })
        try {
          // Code is compiled and pages are read before anything is measured. In between the server is idle for a
          // moment, as all are sooner or later: what V8 forgets then it would keep in a server that is never idle.
          await measure(server, requests, 1)
          for (let times = 0; times < COLLECTIONS; times++) {
            await pause(IDLE_MS)
            server.process.kill('SIGUSR2')
          }
          await measure(server, requests, 2)
          const measurement = await measure(server, requests, options.seconds)
          const rates = ofNode[without] ?? noRates()
          addRound(rates, measurement)
          ofNode[without] = rates
          found.failed += measurement.failed
        } finally {
          await server.stop()
        }
      }
      log(`fast path, round ${round}, Node ${version}`)
    }
  }
  return found
}

function nodesHere(): [version: string, path: string][] {
  const own: [string, string] = [String(process.versions.node.split('.')[0]), process.execPath]
  const others = OTHER_NODES.map((version): [string, string] => [
    version,
    join(ROOT, '.run/nodes', version, 'node_modules/node/bin/node'),
  ])
  return [own, ...others.filter(([version, path]) => version !== own[0] && existsSync(path))]
}
