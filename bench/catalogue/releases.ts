// Generated catalogues and their releases, which the programs under test build.

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { program, WORK } from '../programs/paths.ts'
import { run } from '../programs/run.ts'
import { POINTER_PATH } from '../project.ts'

/** Writes the source folder of a day, by which the catalogue has aged, and returns its path. */
export async function generate(offers: number, day = 0): Promise<string> {
  const folder = join(WORK, `source-${offers}-day-${day}`)
  rmSync(folder, { recursive: true, force: true })
  const options = ['--offers', String(offers), '--day', String(day), '--out', folder]
  await run([process.execPath, program('generate'), ...options])
  return folder
}

async function build(source: string, folder: string): Promise<void> {
  await run([process.execPath, program('build'), 'run', '--source', source, '--out', folder, '--quiet'])
}

const released = new Map<number, Promise<string>>()

/** A folder with the release of the first day, built once a run. */
export function release(offers: number): Promise<string> {
  const known = released.get(offers)
  if (known) return known
  const making = makeRelease(offers)
  released.set(offers, making)
  return making
}

async function makeRelease(offers: number): Promise<string> {
  console.error(`building a release of ${offers} offers`)
  const folder = join(WORK, `release-${offers}`)
  rmSync(folder, { recursive: true, force: true })
  await build(await generate(offers), folder)
  return folder
}

export interface ReleasePair {
  folder: string
  /** Publishes the release of the other day as the build does: by a rename. */
  swap(): void
}

let pair: Promise<ReleasePair> | undefined

/** The releases of two days, built once a run. The pointer names the first day's until `swap` is called. */
export function releasePair(offers: number): Promise<ReleasePair> {
  pair ??= makePair(offers)
  return pair
}

async function makePair(offers: number): Promise<ReleasePair> {
  const folder = await release(offers)
  const pointer = join(folder, POINTER_PATH)
  const first = readFileSync(pointer)
  console.error('building the release of the day after')
  await build(await generate(offers, 1), folder)
  let [current, other] = [readFileSync(pointer), first]
  const swap = () => {
    ;[current, other] = [other, current]
    writeFileSync(`${pointer}.next`, current)
    renameSync(`${pointer}.next`, pointer)
  }
  swap()
  return { folder, swap }
}
