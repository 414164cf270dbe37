// Shows people in a terminal that long work goes on: a line that the output of the command replaces. By yocto-spinner.

import type { Writable } from 'node:stream'
import yoctoSpinner from 'yocto-spinner'
import { formatCount } from '../text/format-numbers.ts'

export interface Progress {
  /** Counts work that is done, in the unit of the total; 1 if no count is given. */
  add(count?: number): void
  /** Removes the line. */
  end(): void
}

/**
 * Begins to show work: `Writing answers: 1,200 of 8,000`.
 * @param total undefined if it is not known before
 */
export type ShowProgress = (what: string, total?: number) => Progress

/** The option of commands that show progress. */
export const QUIET = { name: 'quiet', about: 'Show no progress.' } as const

export const noProgress: ShowProgress = () => ({ add() {}, end() {} })

/** A terminal need not be written more often. */
const SHOWN_EVERY_MS = 100

/** @returns `noProgress` if no person looks at the stream */
export function progressOn(
  stream: Writable & { isTTY?: boolean },
  { CI, TERM }: NodeJS.ProcessEnv,
  now = () => performance.now(),
): ShowProgress {
  if (!stream.isTTY || CI !== undefined || TERM === 'dumb') return noProgress
  return (what, total) => {
    const ofTotal = total === undefined ? '' : ` of ${formatCount(total)}`
    const textOf = (count: number) => `${what}: ${formatCount(count)}${ofTotal}`
    const spinner = yoctoSpinner({ stream, text: textOf(0) }).start()
    let done = 0
    let shownAt = now()
    return {
      add(count = 1) {
        done += count
        // Set from here, since synchronous work leaves no time for the library's own timer.
        if (now() - shownAt < SHOWN_EVERY_MS) return
        shownAt = now()
        spinner.text = textOf(done)
      },
      end: () => void spinner.stop(),
    }
  }
}
