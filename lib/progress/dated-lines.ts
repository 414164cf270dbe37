// Progress as plain lines with the time before them, for logs.

import type { TextOutput } from '../text/printable.ts'
import type { Clock } from '../time/clock.ts'
import type { Progress } from './progress.ts'

/** A line at the beginning and at the end of each part, and one in between every so often. */
const LINE_EVERY_MS = 10_000

export function datedLines(output: TextOutput, clock: Clock): Progress {
  const say = (text: string) => output.write(`${new Date(clock()).toISOString()} ${text}\n`)
  return {
    begin(name, total, unit) {
      let lastSaid = clock()
      let reached = 0
      say(`${name}: ${total} ${unit}`)
      return {
        advance(value) {
          reached = value
          if (clock() - lastSaid < LINE_EVERY_MS) return
          lastSaid = clock()
          say(`${name}: ${value} of ${total} ${unit}`)
        },
        end: () => say(`${name}: ${reached === total ? 'done' : `ended at ${reached} of ${total} ${unit}`}`),
      }
    },
  }
}
