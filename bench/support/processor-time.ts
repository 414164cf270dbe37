// The processor time that a server has used: what its requests cost, whoever else is at work on the machine.

import { readFileSync } from 'node:fs'

// The kernel tells all programs in these, whatever it counts in by itself.
const TICKS_PER_SECOND = 100

/** User and system time in seconds; undefined where the system has no /proc. */
export function processorTime(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name, in parentheses, may hold anything; the two times are the 12th and 13th field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return undefined
  }
}
