// The lock beside a key file: one process at a time may change the file.

import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf, OperatorError } from '../../lib/errors.ts'
import { takeLock, type Wait } from '../../lib/files/lock.ts'
import { systemClock } from '../../lib/time/clock.ts'

/**
 * Runs a change as the only process that changes the file.
 * @throws {OperatorError} `locked` if another process keeps the lock for about ten seconds, `key-store-unavailable`
 *   if the lock can't be created at all
 */
export async function withKeyFileLock<T>(
  keyFile: string,
  change: () => Promise<T>,
  wait: Wait = sleep,
): Promise<T> {
  const release = await takeKeyFileLock(`${keyFile}.lock`, wait)
  try {
    return await change()
  } finally {
    await release()
  }
}

async function takeKeyFileLock(path: string, wait: Wait): Promise<() => Promise<void>> {
  try {
    return await takeLock({
      path,
      activity: 'another command is changing the keys',
      clock: systemClock,
      wait,
    })
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause
    throw new OperatorError('key-store-unavailable', `can not create ${path}: ${messageOf(cause)}`, { cause })
  }
}
