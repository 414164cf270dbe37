// Paths of the benchmark's files. All of them lie in one folder that can be deleted at any time.

import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** This package; `npm start` and `make bench` run there. */
export const BENCH = process.cwd()
export const WORK = join(BENCH, '.work')
export const LOGS = join(WORK, 'logs')
const PROGRAMS = join(WORK, 'programs')

/** One of the benchmark's own programs, bundled, e.g. `peers/bare`. */
export function ownProgram(name: string): string {
  return join(WORK, 'bundle', `${name}.mjs`)
}

const NAMES = ['build', 'gateway', 'generate'] as const

/** One of the programs under test. */
export function program(name: (typeof NAMES)[number]): string {
  return join(PROGRAMS, `${name}.mjs`)
}

/** A run measures the same programs from beginning to end, even if they are bundled again meanwhile. */
export function copyPrograms(): void {
  mkdirSync(PROGRAMS, { recursive: true })
  for (const name of NAMES) copyFileSync(join(BENCH, '..', 'dist', `${name}.mjs`), program(name))
}

const OUTPUTS = join(WORK, 'outputs')
let used = 0

/** A folder that does not exist yet, for a program to write to while it is timed. */
export function newOutput(name: string): string {
  mkdirSync(OUTPUTS, { recursive: true })
  used += 1
  return join(OUTPUTS, `${process.pid}-${used}-${name}`)
}

/** At the end of a run: for some minutes after many files were deleted, ext4 creates new ones much more slowly. */
export function removeOutputs(): void {
  rmSync(OUTPUTS, { recursive: true, force: true })
}
