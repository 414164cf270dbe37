// rclone, as Debian packs it: the daily job and the sidecar of private buckets need it.

import { spawnSync } from 'node:child_process'

const isInstalled = spawnSync('rclone', ['version']).status === 0

/** For the `skip` option of a test. On CI nothing is skipped: there the test fails instead. */
export const withoutRclone: string | false =
  isInstalled || process.env.CI === 'true' ? false : 'rclone is not installed'
