// Python with its packages, as Debian or anybody else installs them.

import { spawnSync } from 'node:child_process'

/** Debian's own is not the first in every PATH, and has Debian's packages alone. */
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
