// The lower bound of any build: hashes, compresses and writes the bodies of a release, with one thread for each core,
// and does nothing else. The bodies are in memory before the clock starts.
//
//   lower-bound.mjs RELEASE-FOLDER OUT-FOLDER

import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { loadBodies, type SharedBodies } from './bodies.ts'
import { writeBodies } from './write-bodies.ts'

export interface LowerBoundReport {
  seconds: number
  processorSeconds: number
  bodies: number
  bytes: number
}

export interface Share extends SharedBodies {
  out: string
  /** The number of the next body that nobody has taken. */
  next: Int32Array
}

if (isMainThread) await lead()
else follow(workerData)

async function lead(): Promise<void> {
  const [folder = '', out = ''] = process.argv.slice(2)
  const shared = await loadBodies(folder)
  for (let first = 0; first < 256; first++) {
    mkdirSync(join(out, first.toString(16).padStart(2, '0')), { recursive: true })
  }
  const share: Share = { ...shared, out, next: new Int32Array(new SharedArrayBuffer(4)) }
  const threads = Array.from(
    { length: availableParallelism() },
    () => new Worker(new URL(import.meta.url), { workerData: share }),
  )
  await all(threads, 'message')

  const before = process.cpuUsage()
  const startedAt = performance.now()
  for (const thread of threads) thread.postMessage('go')
  await all(threads, 'exit')
  execFileSync('sync', ['-f', out])
  const { user, system } = process.cpuUsage(before)
  const report: LowerBoundReport = {
    seconds: (performance.now() - startedAt) / 1_000,
    processorSeconds: (user + system) / 1e6,
    bodies: shared.bodies.length,
    bytes: shared.bodies.reduce((sum, { length }) => sum + length, 0),
  }
  process.stdout.write(JSON.stringify(report))
}

function all(threads: readonly Worker[], event: 'message' | 'exit'): Promise<unknown> {
  return Promise.all(threads.map((thread) => new Promise((resolve) => thread.once(event, resolve))))
}

function follow(share: Share): void {
  parentPort?.once('message', () => {
    writeBodies(share)
    process.exit()
  })
  parentPort?.postMessage('ready')
}
