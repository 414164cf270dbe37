// Waiting in tests: for a condition, with a deadline, never for a time.

import { setTimeout as sleep } from 'node:timers/promises'

/** For a machine that is a hundred times as slow as usual. */
const DEADLINE_MS = 120_000
const PAUSE_MS = 10

/**
 * Resolves when `holds` returns true; rejects if it does not within two minutes.
 * @param pauseMs the time between two calls of `holds`: longer if each call is costly
 */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  pauseMs = PAUSE_MS,
): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`not within ${DEADLINE_MS} ms: ${what}`)
    await sleep(pauseMs)
  }
}
