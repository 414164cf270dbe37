// Docker Compose as Debian packs it: it needs no Docker to judge a file.

import { spawnSync } from 'node:child_process'

const isInstalled = spawnSync('docker-compose', ['version']).status === 0

/** For the `skip` option of a test. On CI nothing is skipped: there the test fails instead. */
export const withoutCompose: string | false =
  isInstalled || process.env.CI === 'true' ? false : 'docker-compose is not installed'
