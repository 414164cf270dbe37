// Programs that some tests need, as packages of Debian install them.

import { spawnSync } from 'node:child_process'

/**
 * For the `skip` option of a test: false if the program is there, or else why the test is skipped. On CI nothing is
 * skipped: there the test fails instead.
 * @param version the option with which the program prints its version
 */
export function withoutProgram(program: string, version = '--version'): string | false {
  if (process.env.CI === 'true') return false
  return spawnSync(program, [version]).status === 0 ? false : `${program} is not installed`
}
