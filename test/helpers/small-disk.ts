// A separate disk for a test, small enough to fill up.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

/** Whether a tmpfs can be mounted here, which needs root and more than a plain container. */
function canMount(): boolean {
  if (process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), 'offers-mount-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status === 0
  if (mounted) spawnSync('umount', [folder])
  rmdirSync(folder)
  return mounted
}

/** For the `skip` option of a test. On CI nothing is skipped: there the test fails instead. */
export const withoutDisks: string | false =
  canMount() || process.env.CI === 'true' ? false : 'mounting a tmpfs takes root'

/** @param size as mount takes it, e.g. `12m`. @returns the folder; it is removed when the test ends */
export function mountDisk(t: Test, size: string): string {
  const disk = mkdtempSync(join(tmpdir(), 'offers-disk-'))
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk])
  if (status !== 0) throw new Error(`mount: ${stderr}`)
  t.teardown(() => {
    spawnSync('umount', ['--lazy', disk])
    rmdirSync(disk)
  })
  return disk
}
