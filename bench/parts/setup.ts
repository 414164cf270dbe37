// The gateway and its peers, all knowing the same keys and answers. All run at once, and one works at a time.

import { join } from 'node:path'
import { capture } from '../support/capture.ts'
import { openRelease, release } from '../support/catalogue.ts'
import { startGateway } from '../support/gateway.ts'
import { type IssuedKeys, issueKeys } from '../support/keys.ts'
import { log } from '../support/log.ts'
import type { BenchOptions } from '../support/options.ts'
import { WORK } from '../support/paths.ts'
import { type PeerName, peerPlan } from '../support/peers.ts'
import { type Server, startServer } from '../support/server.ts'
import { detailTargets, fullPageTargets, shuffled, spread, unalignedTargets } from '../support/targets.ts'

/** What is asked for, by kind. */
export interface Targets {
  pages: readonly string[]
  details: readonly string[]
  windows: readonly string[]
}

export interface Setup {
  keys: IssuedKeys
  targets: Targets
  /** Starts new processes of all servers, the gateway first. */
  start(): Promise<readonly Server[]>
}

const PAGES = 1_000
const DETAILS = 200
const WINDOWS = 100

export async function prepareSetup(options: BenchOptions, peers: readonly PeerName[]): Promise<Setup> {
  log(`a catalogue of ${options.small} offers, its release, and the keys`)
  const keys = await issueKeys()
  const folder = await release(options.small)
  const { routes } = await openRelease(folder)
  const targets: Targets = {
    pages: spread(fullPageTargets(routes), PAGES),
    details: spread(detailTargets(routes), DETAILS),
    windows: shuffled([...unalignedTargets(routes)]).slice(0, WINDOWS),
  }
  const captured = join(WORK, 'captured')
  const source = await startGateway({ folder, keys })
  const all = Object.values(targets).flat()
  await capture(source.port, captured, { targets: all, keys: keys.keys })
  await source.stop()
  const probe = { target: targets.pages[0] ?? '', key: keys.keys[0] ?? '', gzip: false }
  const start = async () => {
    const servers = [await startGateway({ folder, keys })]
    for (const name of peers) servers.push(await startServer({ ...peerPlan(name, captured), probe }))
    return servers
  }
  return { keys, targets, start }
}

export async function stopAll(servers: readonly Server[]): Promise<void> {
  for (const server of servers) await server.stop()
}
