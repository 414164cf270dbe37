// What is served: a generated catalogue and its release, made by the programs under test.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { PATHS } from '../../contract/api/resources.ts'
import { folderReader } from '../../contract/release/folder-reader.ts'
import type { LoadedRelease } from '../../contract/release/reader.ts'
import type { NamedTargetEntry, TargetTable } from '../../contract/release/target-table.ts'
import { program, WORK } from './paths.ts'
import { run } from './run.ts'

export interface CatalogueOptions {
  offers: number
  /** The catalogue ages by day; see the fixtures. */
  day?: number
}

/** Writes a source folder, and returns where. */
export async function generate({ offers, day = 0 }: CatalogueOptions): Promise<string> {
  const folder = join(WORK, `source-${offers}-day-${day}`)
  rmSync(folder, { recursive: true, force: true })
  const options = ['--offers', String(offers), '--day', String(day), '--out', folder]
  await run([process.execPath, program('generate'), ...options])
  return folder
}

/** Builds a release into a folder, besides those that are there. */
export async function build(source: string, folder: string): Promise<void> {
  await run([process.execPath, program('build'), 'run', '--source', source, '--out', folder, '--quiet'])
}

const released = new Map<number, Promise<string>>()

/** The release of the first day's catalogue, built once a run; returns its folder. */
export function release(offers: number): Promise<string> {
  const known = released.get(offers)
  if (known) return known
  const making = makeRelease(offers)
  released.set(offers, making)
  return making
}

async function makeRelease(offers: number): Promise<string> {
  const folder = join(WORK, `release-${offers}`)
  rmSync(folder, { recursive: true, force: true })
  await build(await generate({ offers }), folder)
  return folder
}

export async function openRelease(folder: string): Promise<LoadedRelease> {
  const reader = folderReader(folder)
  const pointer = await reader.pointer()
  if (!pointer) throw new Error(`no release stands in ${folder}`)
  return reader.load(pointer)
}

export function listPageRoutes(routes: TargetTable): NamedTargetEntry[] {
  return Array.from(routes).filter(({ target }) => target.startsWith(`${PATHS.offers}?`))
}
