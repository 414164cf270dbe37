// The data of every peer: the answers that it gives, and the keys that it accepts.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The gateway's answer to a target, kept for the peers. */
export interface Captured {
  target: string
  type: string
  /** Below `files/`; the gzipped body is next to it, with `.gz` at its end. */
  file: string
  identity: CapturedVariant
  gzip: CapturedVariant
}

export interface CapturedVariant {
  tag: string
  /** The gateway's head of a 200 and of a 304, names and values, flat; without what Node adds. */
  head: string[]
  headOfNotModified: string[]
}

/** The folder of captured answers and keys, see `capture.ts`. */
export const FILES = 'files'
export const ANSWERS = 'answers.json'
export const KEYS = 'keys.json'

/** As an operator would set it for a named key. */
export const LIMIT = { requests: 300, windowMs: 60_000 }

export interface PeerArguments {
  port: number
  folder: string
}

export function readAnswers(folder: string): Captured[] {
  return JSON.parse(readFileSync(join(folder, ANSWERS), 'utf8'))
}

/** The Authorization fields of known keys. A peer need not parse the field, which is in its favour. */
export function readCredentials(folder: string): Set<string> {
  const keys: string[] = JSON.parse(readFileSync(join(folder, KEYS), 'utf8'))
  return new Set(keys.map((key) => `Bearer ${key}`))
}

export interface Body {
  bytes: Buffer
  variant: CapturedVariant
}

/** Bodies in memory, by target. */
export function readBodies(folder: string): Map<string, { type: string; identity: Body; gzip: Body }> {
  return new Map(
    readAnswers(folder).map(({ target, type, file, identity, gzip }) => {
      const path = join(folder, FILES, file)
      const bodies = {
        type,
        identity: { bytes: readFileSync(path), variant: identity },
        gzip: { bytes: readFileSync(`${path}.gz`), variant: gzip },
      }
      return [target, bodies]
    }),
  )
}
