// Python with its packages, installed by Debian or otherwise.

import { spawnSync } from 'node:child_process'

/** Debian's Python is not the first in every PATH, and has only Debian's packages. */
const PROGRAMS = ['python3', '/usr/bin/python3']

/** The first Python that can import all of these; undefined if none can. */
export function pythonWith(packages: readonly string[] = []): string | undefined {
  const imports = `import ${['sys', ...packages].join(', ')}`
  return PROGRAMS.find((program) => spawnSync(program, ['-c', imports]).status === 0)
}

/** For the `skip` option of a test. On CI nothing is skipped: there the test fails instead. */
export function withoutPython(packages: readonly string[]): string | false {
  if (process.env.CI === 'true' || pythonWith(packages)) return false
  return `Python${packages.map((name) => ` with ${name}`).join('')} is not installed`
}
