// Promises of every command of the build, for any input.

import type { Test } from 'tap'
import { type Ended, NOW, offersBuild } from '../../build/support/program.ts'

/** In characters: a longer text is of no use to people. */
const MAX_PRINTED = 200_000

/** Runs a command, which succeeds or fails with a message, never by an unexpected error. */
export async function endsWell(t: Test, words: readonly string[], name: string): Promise<Ended> {
  const ended = await offersBuild([...words, '--json'], NOW)
  const { code, stdout, stderr } = ended
  const message = stderr.slice(0, 300)
  t.ok(code === 0 || /^offers-build: \S/.test(stderr), `${name} ends with ${code}: ${message}`)
  t.notMatch(stderr, /\n {4}at |TypeError|RangeError|SyntaxError|is not a function|undefined/, name)
  t.not(failureOf(stdout)?.code, 'system', `${name}: ${message}`)
  const printed = stdout.length + stderr.length
  t.ok(printed < MAX_PRINTED, `${name} prints ${printed} characters`)
  return ended
}

function failureOf(stdout: string): { code: string } | undefined {
  return stdout === '' ? undefined : JSON.parse(stdout).failure
}
