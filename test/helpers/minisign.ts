// The minisign program of the distribution, for tests of what we sign and verify.

import { spawnSync } from 'node:child_process'

const isInstalled = spawnSync('minisign', ['-v']).status === 0

/** For the `skip` option of a test. On CI nothing is skipped: there the test fails instead. */
export const withoutMinisign: string | false =
  isInstalled || process.env.CI === 'true' ? false : 'minisign is not installed'

/** Runs the program to its end; all that it says is in `text`. */
export function minisign(...args: string[]): { code: number | null; text: string } {
  const { status, stdout, stderr, error } = spawnSync('minisign', args, { encoding: 'utf8', input: '' })
  if (error) throw error
  return { code: status, text: stdout + stderr }
}
