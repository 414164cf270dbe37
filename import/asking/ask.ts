// Questions in a terminal. Only this module uses the library of prompts.

import type { Readable, Writable } from 'node:stream'
import { type CANCEL_SYMBOL, isCancel, multiselect, select, settings, text } from '@clack/prompts'
import { OperatorError } from '../../lib/errors.ts'
import { clip } from '../../lib/text/clip.ts'
import { printable } from '../../lib/text/printable.ts'

// A name that is typed at a list must not move the selection: by default these letters stand for the arrow keys.
for (const letter of ['h', 'j', 'k', 'l']) settings.aliases.delete(letter)

/** The input and output of a terminal. */
export interface Dialog {
  input: Readable
  output: Writable
}

export interface TextQuestion {
  message: string
  /** Describes the form of a right answer if this one is wrong; otherwise undefined. */
  faultOf(answer: string): string | undefined
}

export async function askText(dialog: Dialog, { message, faultOf }: TextQuestion): Promise<string> {
  const validate = (answer: string | undefined) => faultOf((answer ?? '').trim())
  // No placeholder: it would look like the answer of an empty line.
  const answer = await text({ ...dialog, message: shown(message), validate })
  return answered(answer).trim()
}

/** A choice with a hint. */
export interface Choice {
  value: string
  label: string
  hint: string
}

/** Longer lists scroll. */
const MAX_SHOWN = 12

export async function askOne(dialog: Dialog, message: string, choices: readonly Choice[]): Promise<string> {
  const options = choices.map(shownChoice)
  return answered(await select({ ...dialog, message: shown(message), options, maxItems: MAX_SHOWN }))
}

/** Returns at least one value, in the order of the choices. */
export async function askSeveral(
  dialog: Dialog,
  message: string,
  choices: readonly Choice[],
): Promise<string[]> {
  const options = choices.map(shownChoice)
  const more = { maxItems: MAX_SHOWN, required: true }
  const values = answered(await multiselect({ ...dialog, message: shown(message), options, ...more }))
  return choices.map(({ value }) => value).filter((value) => values.includes(value))
}

function shownChoice({ value, label, hint }: Choice): Choice {
  return { value, label: shown(label), hint: shown(hint) }
}

/** SECURITY: headings and cells come from others; control characters must not reach the terminal. */
function shown(words: string): string {
  return printable(clip(words))
}

function answered<T>(answer: T | typeof CANCEL_SYMBOL): T {
  if (isCancel(answer)) throw new OperatorError('usage', 'cancelled without an answer; nothing was written')
  return answer
}
