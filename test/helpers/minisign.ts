// The minisign program of the distribution, for tests of what we sign and verify.

import { spawnSync } from 'node:child_process'
import { withoutProgram } from './without-program.ts'

export const withoutMinisign = withoutProgram('minisign', '-v')

/** Runs the program to its end; `text` is all its output. */
export function minisign(...args: string[]): { code: number | null; text: string } {
  const { status, stdout, stderr, error } = spawnSync('minisign', args, { encoding: 'utf8', input: '' })
  if (error) throw error
  return { code: status, text: stdout + stderr }
}
