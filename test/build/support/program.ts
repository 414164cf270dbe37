// The build program, run in this process: what it prints is collected, its clock stands still.

import { Writable } from 'node:stream'
import { main } from '../../../build/cli/run-cli.ts'

export const NOW = Date.parse('2026-03-01T12:00:00.000Z')

export interface Ended {
  code: 0 | 1 | 2
  stdout: string
  stderr: string
}

class Collector extends Writable {
  text = ''

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString('utf8')
    done()
  }
}

/** Runs the program with these words. */
export async function offersBuild(words: readonly string[], now = NOW): Promise<Ended> {
  const stdout = new Collector()
  const stderr = new Collector()
  const code = await main(words, { stdout, stderr, env: {}, clock: () => now })
  return { code, stdout: stdout.text, stderr: stderr.text }
}

/** Runs `run` without threads and progress. */
export function runBuild(source: string, out: string, ...more: string[]): Promise<Ended> {
  return offersBuild(['run', '--source', source, '--out', out, '--threads', '0', '--quiet', ...more])
}
