// Generated catalogues and their releases, made by the programs under test, and the keys and targets of requests.

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_LIMIT } from '../../contract/keys/kinds.ts'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { POINTER_PATH } from '../../contract/release/layout.ts'
import type { LoadedRelease } from '../../contract/release/reader.ts'
import { keyRecordLine, MAX_REQUESTS, newKey } from '../../gateway/keys/key-record.ts'
import { program, run, WORK } from './programs.ts'

/** The number of keys that no server has seen before. */
const KEY_COUNT = 20_000

/**
 * The number of keys that are used again and again. It is small, because a gateway looks a key up in its store at its first
 * request and then every half minute: with many keys, a good part of the requests would need a look-up.
 */
export const BUSY_KEY_COUNT = 200

// `/beta/offers?…&limit=25&offset=0`: limit and offset end every target of a list.
const PAGE = /^\/beta\/offers\?.*limit=(\d+)&offset=(\d+)$/

export interface IssuedKeys {
  /** The key store of the gateway. */
  file: string
  /** With the limit of their kind. */
  keys: readonly string[]
  /** With a limit that no load reaches. */
  busy: readonly string[]
}

/** A path in `WORK`, without the files of an earlier run. */
function freshPath(name: string): string {
  const path = join(WORK, name)
  rmSync(path, { recursive: true, force: true })
  return path
}

/** Makes keys that never expire, and writes their records to a key store as the gateway does. */
export function issueKeys(): IssuedKeys {
  const file = freshPath('keys.ndjson')
  const request = { kind: 'named', name: 'bench', contact: null, expires_at: null } as const
  const make = (length: number, requests: number | null) =>
    Array.from({ length }, () => newKey({ ...request, requests }, Date.now()))
  const [busy, usual] = [make(BUSY_KEY_COUNT, MAX_REQUESTS), make(KEY_COUNT, null)]
  const lines = [...busy, ...usual].map(({ record }) => `${keyRecordLine(record)}\n`)
  writeFileSync(file, lines.join(''), { mode: 0o600 })
  return { file, keys: usual.map(({ key }) => key), busy: busy.map(({ key }) => key) }
}

/** Writes the source folder of a catalogue that is `day` days old, and returns its path. */
export async function generate(offers: number, day = 0): Promise<string> {
  const folder = freshPath(`source-${offers}-day-${day}`)
  const options = ['--offers', String(offers), '--day', String(day), '--out', folder]
  await run([process.execPath, program('generate'), ...options])
  return folder
}

async function build(folder: string, offers: number, day: number): Promise<void> {
  console.error(`building the release of ${offers} offers, day ${day}`)
  const source = await generate(offers, day)
  await run([process.execPath, program('build'), 'run', '--source', source, '--out', folder])
}

/** A folder with the release of the first day. */
export async function release(offers: number): Promise<string> {
  const folder = freshPath(`release-${offers}`)
  await build(folder, offers, 0)
  return folder
}

/** The releases of two days in one folder. The pointer names the first one; each `swap` makes it name the other one. */
export async function releasePair(offers: number): Promise<{ folder: string; swap: () => void }> {
  const folder = await release(offers)
  const pointer = join(folder, POINTER_PATH)
  const first = readFileSync(pointer)
  await build(folder, offers, 1)
  let [current, other] = [readFileSync(pointer), first]
  const swap = () => {
    ;[current, other] = [other, current]
    // Replaced in one step, as the build does.
    writeFileSync(`${pointer}.next`, current)
    renameSync(`${pointer}.next`, pointer)
  }
  swap()
  return { folder, swap }
}

/** The current release of a folder that the build wrote. */
export async function openRelease(folder: string): Promise<LoadedRelease> {
  const reader = folderReader(folder)
  const pointer = await reader.pointer()
  if (!pointer) throw new Error(`${folder} holds no release`)
  return reader.load(pointer)
}

/** The targets of `count` full pages of the default size, which clients read most, spread evenly over all such pages. */
export async function pageTargets(folder: string, count: number): Promise<string[]> {
  const { table } = await openRelease(folder)
  const pages = Array.from(table).flatMap(({ target, total }) => {
    const [, limit, offset] = PAGE.exec(target) ?? []
    return Number(limit) === DEFAULT_LIMIT && Number(offset) + DEFAULT_LIMIT <= total ? [target] : []
  })
  return spread(pages, count)
}

/** `count` of the items, or all if there are fewer, spread evenly over all: 2 of `a, b, c, d` are `a, c`. */
export function spread<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(all.length / count, 1)
  // The first item of each step.
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step)).slice(0, count)
}
