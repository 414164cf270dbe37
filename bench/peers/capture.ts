// Asks the gateway for every page in every coding, and keeps the answers for the peers.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Answer, type BenchRequest, send } from '../load/request.ts'
import { ANSWERS, type Captured, type CapturedVariant, FILES, KEYS } from './served.ts'

// Node adds these to every answer.
const BY_NODE = new Set(['date', 'connection', 'keep-alive'])

/** Uses the keys in turn, so that none reaches its limit. */
export async function capture(
  port: number,
  folder: string,
  { pages, keys }: { pages: readonly string[]; keys: readonly string[] },
): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, FILES), { recursive: true })
  const answers: Captured[] = []
  for (const [index, target] of pages.entries()) {
    const key = keys[index % keys.length] ?? ''
    const file = `${String(index).padStart(6, '0')}.json`
    const identity = await variantOf(port, { target, key, gzip: false })
    const gzip = await variantOf(port, { target, key, gzip: true })
    writeFileSync(join(folder, FILES, file), identity.body)
    writeFileSync(join(folder, FILES, `${file}.gz`), gzip.body)
    answers.push({ target, type: identity.type, file, identity: identity.variant, gzip: gzip.variant })
  }
  writeFileSync(join(folder, ANSWERS), JSON.stringify(answers))
  writeFileSync(join(folder, KEYS), JSON.stringify(keys))
}

async function variantOf(port: number, request: BenchRequest) {
  const whole = await send(port, request)
  const tag = String(whole.headers.etag)
  const notModified = await send(port, { ...request, ifNoneMatch: tag })
  if (whole.status !== 200 || notModified.status !== 304) {
    throw new Error(
      `${request.target}: expected 200 and 304, found ${whole.status} and ${notModified.status}`,
    )
  }
  const variant: CapturedVariant = { tag, head: headOf(whole), headOfNotModified: headOf(notModified) }
  return { variant, body: whole.body, type: String(whole.headers['content-type']) }
}

function headOf({ rawHeaders }: Answer): string[] {
  const head: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (!BY_NODE.has(name.toLowerCase())) head.push(name, value)
  }
  return head
}
