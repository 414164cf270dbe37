// What each thread of the lower bound does: takes a body, until none is left.

import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { gzip } from '../../build/render/gzip.ts'
import { sha256 } from '../../lib/digest.ts'
import type { Form } from './bodies.ts'
import type { Share } from './lower-bound.ts'

export function writeBodies({ chunks, bodies, next, out }: Share): void {
  const buffers = chunks.map((chunk) => Buffer.from(chunk))
  const folder = join(out, `aside-${threadId}`)
  mkdirSync(folder)
  const aside = join(folder, 'body')
  for (let number = Atomics.add(next, 0, 1); number < bodies.length; number = Atomics.add(next, 0, 1)) {
    const body = bodies[number]
    const bytes =
      body && Buffer.from(buffers[body.chunk]?.subarray(body.start, body.start + body.length) ?? [])
    if (!body || !bytes) throw new RangeError(`there is no body ${number}`)
    const { digest, stored } = finished(body.form, bytes)
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
