// The watchdog of systemd, which restarts a gateway whose event loop no longer turns.

import { execFile } from 'node:child_process'
import { messageOf } from '../../lib/errors.ts'
import type { Log } from '../lib/log.ts'

/** Signs of life within the time that systemd allows, so that a late one does no harm. */
const SIGNS = 4

/**
 * Sends systemd a sign of life, at once and then as long as the event loop turns. Does nothing unless systemd asks
 * for that.
 *
 * The program `systemd-notify` sends it, because Node has no datagram sockets of Unix.
 * @param env the variables of the process. sd_watchdog_enabled(3): systemd sets WATCHDOG_USEC, in microseconds
 */
export function feedWatchdog({ PATH, NOTIFY_SOCKET, WATCHDOG_USEC }: NodeJS.ProcessEnv, log: Log): void {
  const allowedMs = Number(WATCHDOG_USEC) / 1000
  if (NOTIFY_SOCKET === undefined || !(allowedMs > 0)) return
  const everyMs = allowedMs / SIGNS
  // SECURITY: its environment lacks the addresses of Redis, with their passwords.
  const options = { timeout: everyMs, env: { PATH, NOTIFY_SOCKET } }
  const send = () => {
    execFile('systemd-notify', ['WATCHDOG=1'], options, (error) => {
      if (error) log.warn({ err: messageOf(error) }, 'systemd got no sign of life')
    })
  }
  send()
  setInterval(send, everyMs).unref()
}
