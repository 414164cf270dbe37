// Folders that programs write to while they are timed, each used once.
//
// They are removed all together when nothing is timed any more: ext4 takes many times as long to create files
// for some minutes after as many were deleted, for it passes over the places of files deleted lately.

import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { WORK } from './paths.ts'

const OUTPUTS = join(WORK, 'outputs')
let used = 0

/** A folder that does not exist yet. */
export function newOutput(name: string): string {
  mkdirSync(OUTPUTS, { recursive: true })
  used += 1
  return join(OUTPUTS, `${process.pid}-${used}-${name}`)
}

export function removeOutputs(): void {
  rmSync(OUTPUTS, { recursive: true, force: true })
}
