// Part: the time from starting the program to its first 200, against a bare Express server.

import { setImmediate as turn } from 'node:timers/promises'
import { issueKeys, KEY_COUNT } from '../catalogue/keys.ts'
import { release } from '../catalogue/releases.ts'
import { type BenchRequest, send } from '../load/request.ts'
import { gatewayCommand, probeOf } from '../programs/gateway.ts'
import { ownProgram } from '../programs/paths.ts'
import { type Command, pinned, SERVER_CORE, start, stop } from '../programs/run.ts'
import { freePort } from '../programs/server.ts'
import { type Chapter, spreadOf, spreadOfValues, table } from '../report/format.ts'
import { ratioByRound } from '../report/statistics.ts'
import type { BenchOptions } from './options.ts'

const MIN_ROUNDS = 7
const MAX_OF_EXPRESS = 1.5

export async function measureStartUp({ large, rounds }: BenchOptions): Promise<Chapter> {
  const keys = await issueKeys()
  const folder = await release(large)
  const probe = probeOf(keys)
  const gateway: number[] = []
  const express: number[] = []
  const ours = (port: number) => gatewayCommand(port, { folder, keys })
  const theirs = (port: number): Command => [process.execPath, ownProgram('peers/express-bare'), String(port)]
  for (let round = 0; round <= Math.max(rounds, MIN_ROUNDS); round++) {
    const found = [await untilFirstAnswer(ours, probe), await untilFirstAnswer(theirs, probe)] as const
    // The first round only fills the system's file cache.
    if (round === 0) continue
    gateway.push(found[0])
    express.push(found[1])
    console.error(
      `start-up, round ${round}: gateway ${found[0].toFixed(3)} s, Express ${found[1].toFixed(3)} s`,
    )
  }
  return chapter(large, gateway, express)
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

/** @param gateway seconds by round, as `express` */
function chapter(offers: number, gateway: readonly number[], express: readonly number[]): Chapter {
  const ratio = ratioByRound(gateway, express)
  const rows = [
    [`gateway, ${offers} offers, ${KEY_COUNT} keys`, spreadOfValues(gateway, 3)],
    ['Express with one route', spreadOfValues(express, 3)],
  ]
  return {
    goals: [
      {
        measure: `start-up to the first 200 with ${offers} offers ÷ a bare Express server`,
        goal: `≤ ${MAX_OF_EXPRESS} ×`,
        found: spreadOf(ratio),
        met: ratio.median <= MAX_OF_EXPRESS,
      },
    ],
    text: `## Start-up\n\n${table(['', 'seconds to the first 200'], rows)}`,
  }
}
