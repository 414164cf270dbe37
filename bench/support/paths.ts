// Where the benchmark keeps what it makes. All of it lies in one folder that can be deleted at any time.

import { join } from 'node:path'

/** The project; `make bench` runs there. */
export const ROOT = process.cwd()
export const BENCH = join(ROOT, 'bench')
export const WORK = join(BENCH, '.work')
export const LOGS = join(WORK, 'logs')

/** The programs of the benchmark, bundled. */
const BUNDLED = join(WORK, 'bundle')

/** One of the benchmark's own programs, e.g. `peers/bare`. */
export function ownProgram(name: string): string {
  return join(BUNDLED, `${name}.mjs`)
}

/** One of the programs under test, copied aside so that a run measures one state of them. */
export function program(name: 'build' | 'gateway' | 'generate'): string {
  return join(WORK, 'programs', `${name}.mjs`)
}
