// The build program, run in this process: its output is collected, and its clock stands still.

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { OFFERS_BUILD } from '../../../build/cli/offers-build.ts'
import { MAX_AHEAD_MS } from '../../../build/steps/read/date-release.ts'
import { runProgram } from '../../../lib/command-line/program.ts'
import type { Flush } from '../../../lib/files/flush-folder.ts'
import { Terminal } from '../../helpers/terminal.ts'

export const NOW = Date.parse('2026-03-01T12:00:00.000Z')

export interface Ended {
  code: 0 | 1 | 2
  stdout: string
  stderr: string
}

/** Runs the program with these words. */
export function offersBuild(words: readonly string[], now = NOW): Promise<Ended> {
  return offersBuildWith(words, {}, now)
}

export interface Ends {
  stdin?: Readable & { isTTY?: boolean }
  isTerminal?: boolean
  /** Called with each piece that is written to stderr. */
  onOutput?: (text: string) => void
  /** Called with each folder that must be on the disk. The default does nothing: tests need not survive a loss of power. */
  flush?: Flush
}

/** Runs the program with its ends of a terminal or a pipe. */
export async function offersBuildWith(
  words: readonly string[],
  { stdin, isTerminal = false, onOutput, flush = async () => {} }: Ends,
  now = NOW,
): Promise<Ended> {
  const stdout = new Terminal()
  const stderr = Object.assign(new Terminal(onOutput), { isTTY: isTerminal })
  const streams = { ...(stdin ? { stdin } : {}), stdout, stderr, env: {}, clock: () => now, flush }
  const code = await runProgram(OFFERS_BUILD, words, streams)
  return { code, stdout: stdout.text, stderr: stderr.text }
}

/** Runs `run` without threads; at `NOW`, or at the given moment if that is later. */
export function runBuild(source: string, out: string, ...more: string[]): Promise<Ended> {
  const words = ['run', '--source', source, '--out', out, '--threads', '0', ...more]
  const asOf = more.includes('--as-of') ? more[more.indexOf('--as-of') + 1] : catalogueMoment(source)
  const asked = Date.parse(asOf ?? '')
  return offersBuild(words, asked > NOW + MAX_AHEAD_MS ? asked : NOW)
}

/** Undefined if the catalogue does not state it, or is damaged. */
function catalogueMoment(source: string): string | undefined {
  const path = join(source, 'catalogue.json')
  try {
    // Reading a FIFO would block.
    return statSync(path).isFile() ? JSON.parse(readFileSync(path, 'utf8')).data_as_of : undefined
  } catch {
    return undefined
  }
}
