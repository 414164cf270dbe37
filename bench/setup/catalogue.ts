// Generated catalogues and their releases, made by the programs under test, and the keys and targets of requests.

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { POINTER_PATH } from '../../contract/release/layout.ts'
import type { LoadedRelease } from '../../contract/release/reader.ts'
import { keyRecordLine, MAX_REQUESTS, newKey } from '../../gateway/keys/key-record.ts'
import { program, run, WORK } from './programs.ts'

/** Keys of which a server has seen none before. */
const KEY_COUNT = 20_000

/**
 * Keys that are used again and again: few, so that a server knows them all after an instant. A gateway asks its store
 * again every half minute, so with many keys a good part of the requests would be the first ones.
 */
export const BUSY_KEY_COUNT = 200

const PAGE_SIZE = 25

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

/** A path in `WORK`. What an earlier run left there is removed. */
function freshPath(name: string): string {
  const path = join(WORK, name)
  rmSync(path, { recursive: true, force: true })
  return path
}

/** Keys without an end, written as the gateway writes them. */
export function issueKeys(): IssuedKeys {
  const file = freshPath('keys.ndjson')
  const request = { kind: 'named', name: 'bench', expires_at: null } as const
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
    // As the build does it.
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

/** The targets of `count` full pages of the default size, which clients read most, spread evenly over all. */
export async function pageTargets(folder: string, count: number): Promise<string[]> {
  const { table } = await openRelease(folder)
  const pages = Array.from(table).flatMap(({ target, total }) => {
    const [, limit, offset] = PAGE.exec(target) ?? []
    return Number(limit) === PAGE_SIZE && Number(offset) + PAGE_SIZE <= total ? [target] : []
  })
  return spread(pages, count)
}

/** `count` of the items, or all if there are fewer, spread evenly over all: 2 of `a, b, c, d` are `a, c`. */
export function spread<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(all.length / count, 1)
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step)).slice(0, count)
}
