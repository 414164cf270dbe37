// Part: the time from starting the program to its first 200, beside a bare Express server.

import { setImmediate as turn } from 'node:timers/promises'
import { release } from '../support/catalogue.ts'
import { gatewayCommand, probeOf } from '../support/gateway.ts'
import { issueKeys } from '../support/keys.ts'
import { log } from '../support/log.ts'
import type { BenchOptions } from '../support/options.ts'
import { ownProgram } from '../support/paths.ts'
import { type BenchRequest, send } from '../support/request.ts'
import { type Command, pinned, SERVER_CORE, start, stop } from '../support/run.ts'
import { freePort } from '../support/server.ts'

export interface StartUpResult {
  offers: number
  /** Seconds by round. */
  gateway: number[]
  express: number[]
}

const MIN_ROUNDS = 7

export async function measureStartUp({ large, rounds }: BenchOptions): Promise<StartUpResult> {
  const keys = await issueKeys()
  const folder = await release(large)
  const probe = probeOf(keys)
  const found: StartUpResult = { offers: large, gateway: [], express: [] }
  const express = (port: number): Command => [
    process.execPath,
    ownProgram('peers/express-bare'),
    String(port),
  ]
  // The first round only fills the system's file cache.
  for (let round = 0; round <= Math.max(rounds, MIN_ROUNDS); round++) {
    const ours = await untilFirstAnswer((port) => gatewayCommand(port, { folder, keys }), probe)
    const theirs = await untilFirstAnswer(express, probe)
    if (round === 0) continue
    found.gateway.push(ours)
    found.express.push(theirs)
    log(`start-up, round ${round}: gateway ${ours.toFixed(3)} s, Express ${theirs.toFixed(3)} s`)
  }
  return found
}

async function untilFirstAnswer(command: (port: number) => Command, probe: BenchRequest): Promise<number> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = start('start-up', pinned(SERVER_CORE, command(port)), { NODE_ENV: 'production' })
  try {
    while (child.exitCode === null) {
      const status = await send(port, probe).then(
        ({ status }) => status,
        () => 0,
      )
      if (status === 200) return (performance.now() - startedAt) / 1_000
      await turn()
    }
    throw new Error(`a server ended with ${child.exitCode} before it answered`)
  } finally {
    await stop(child)
  }
}
