// A folder with the releases of two days, and the switch between them: what a gateway sees of a publication.

import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { POINTER_PATH } from '../../contract/release/layout.ts'
import { build, generate, release } from './catalogue.ts'
import { WORK } from './paths.ts'

export interface ReleasePair {
  folder: string
  /** Publishes the release of the other day, as the build does: by a rename. */
  swap(): void
}

let made: Promise<ReleasePair> | undefined

/** Made once a run. */
export function releasePair(offers: number): Promise<ReleasePair> {
  made ??= make(offers)
  return made
}

async function make(offers: number): Promise<ReleasePair> {
  const folder = join(WORK, `release-pair-${offers}`)
  rmSync(folder, { recursive: true, force: true })
  cpSync(await release(offers), folder, { recursive: true })
  const pointer = join(folder, POINTER_PATH)
  const first = readFileSync(pointer)
  await build(await generate({ offers, day: 1 }), folder)
  const pointers = [readFileSync(pointer), first]
  const swap = () => {
    const [next] = pointers
    if (!next) return
    pointers.reverse()
    writeFileSync(`${pointer}.next`, next)
    renameSync(`${pointer}.next`, pointer)
  }
  // The first day stands at the start.
  pointers.reverse()
  swap()
  return { folder, swap }
}
