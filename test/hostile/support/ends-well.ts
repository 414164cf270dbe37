// What is true of every command of the build, whatever it reads.

import type { Test } from 'tap'
import { type Ended, NOW, offersBuild } from '../../build/support/program.ts'

/** In characters: more than this nobody reads. */
const MAX_PRINTED = 200_000

/** Runs a command, which ends well or with a message of its own: never by an error that nobody foresaw. */
export async function endsWell(t: Test, words: readonly string[], name: string): Promise<Ended> {
  const ended = await offersBuild([...words, '--json'], NOW)
  const { code, stdout, stderr } = ended
  const told = stderr.slice(0, 300)
  t.ok(code === 0 || /^offers-build: \S/.test(stderr), `${name} ends with ${code}: ${told}`)
  t.notMatch(stderr, /\n {4}at |TypeError|RangeError|SyntaxError|is not a function|undefined/, name)
  t.not(failureOf(stdout)?.code, 'system', `${name}: ${told}`)
  const printed = stdout.length + stderr.length
  t.ok(printed < MAX_PRINTED, `${name} prints ${printed} characters`)
  return ended
}

function failureOf(stdout: string): { code: string } | undefined {
  return stdout === '' ? undefined : JSON.parse(stdout).failure
}
