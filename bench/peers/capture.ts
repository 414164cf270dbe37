// Asks the gateway for pages, each plain and in gzip, and writes the answers to a file for the peers.

import { writeFileSync } from 'node:fs'
import { type Answer, type BenchRequest, send } from '../load/request.ts'

/** A page, plain or in gzip, as the gateway answers it. */
export interface CapturedVariant {
  tag: string
  /** Its bytes as sent, in base64. */
  body: string
  /** The head of a 200 and of a 304, names and values, flat; without what Node adds. */
  head: string[]
  headOfNotModified: string[]
}

/** The pages that peers serve, and the keys that they accept. */
export interface Captured {
  pages: { target: string; identity: CapturedVariant; gzip: CapturedVariant }[]
  keys: readonly string[]
}

// Node adds these to every answer.
const BY_NODE = new Set(['date', 'connection', 'keep-alive'])

/** Writes a `Captured` to `path`. Uses the keys `asking` in turn. */
export async function capture(
  port: number,
  path: string,
  { pages, asking, keys }: Record<'pages' | 'asking' | 'keys', readonly string[]>,
): Promise<void> {
  const captured: Captured = { pages: [], keys }
  for (const [index, target] of pages.entries()) {
    const key = asking[index % asking.length] ?? ''
    const identity = await variantOf(port, { target, key, gzip: false })
    const gzip = await variantOf(port, { target, key, gzip: true })
    captured.pages.push({ target, identity, gzip })
  }
  writeFileSync(path, JSON.stringify(captured))
}

async function variantOf(port: number, request: BenchRequest): Promise<CapturedVariant> {
  const whole = await send(port, request)
  const tag = String(whole.headers.etag)
  const notModified = await send(port, { ...request, ifNoneMatch: tag })
  if (whole.status !== 200 || notModified.status !== 304) {
    throw new Error(
      `${request.target}: expected 200 and 304, found ${whole.status} and ${notModified.status}`,
    )
  }
  const body = whole.body.toString('base64')
  return { tag, body, head: headOf(whole), headOfNotModified: headOf(notModified) }
}

function headOf({ rawHeaders }: Answer): string[] {
  const head: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (!BY_NODE.has(name.toLowerCase())) head.push(name, value)
  }
  return head
}
