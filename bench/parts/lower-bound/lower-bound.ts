// The lower bound of any build: hashes, compresses and writes the bodies of a release, with one thread per core, and does
// nothing else. The bodies are in memory before the clock starts.
//
//   lower-bound.mjs RELEASE-FOLDER OUT-FOLDER

import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { isMainThread, parentPort, threadId, Worker, workerData } from 'node:worker_threads'
import { gzip, sha256 } from '../../project.ts'
import { type Form, loadBodies, type SharedBodies } from './bodies.ts'

export interface LowerBoundReport {
  seconds: number
  processorSeconds: number
  bytes: number
}

interface Share extends SharedBodies {
  out: string
  /** The number of the next body that no thread has taken. */
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

/** Every thread takes the next body until none is left. */
function writeBodies({ chunks, bodies, next, out }: Share): void {
  const folder = join(out, `staging-${threadId}`)
  mkdirSync(folder)
  const aside = join(folder, 'body')
  for (let body = bodies[Atomics.add(next, 0, 1)]; body; body = bodies[Atomics.add(next, 0, 1)]) {
    const { form, chunk, start, length } = body
    const { digest, stored } = finished(
      form,
      Buffer.from(Buffer.from(chunks[chunk] ?? new SharedArrayBuffer(0), start, length)),
    )
    writeFileSync(aside, stored)
    renameSync(aside, join(out, digest.slice(0, 2), digest.slice(2)))
  }
}

function finished(form: Form, body: Buffer): { digest: string; stored: Uint8Array } {
  if (form === 'plain') return { digest: sha256(body), stored: body }
  if (form === 'object') return { digest: sha256(body), stored: gzip(body) }
  const stored = gzip(body)
  return { digest: sha256(stored), stored }
}
