// Questions in a terminal. Only this module uses the library of prompts.

import type { Readable, Writable } from 'node:stream'
import { type CANCEL_SYMBOL, isCancel, multiselect, select, settings, text } from '@clack/prompts'
import { explainError, OperatorError } from '../../lib/errors.ts'
import { clip } from '../../lib/text/clip.ts'
import { printable } from '../../lib/text/printable.ts'
import type { Choice } from '../proposing/questions.ts'

// A name that is typed at a list must not move the selection: by default these letters stand for the arrow keys.
for (const letter of ['h', 'j', 'k', 'l']) settings.aliases.delete(letter)

/** The input and output of a terminal. */
export interface Dialog {
  input: Readable
  output: Writable
}

/** @param parse turns the text into the answer; throws if the text is none */
export async function askText(
  dialog: Dialog,
  message: string,
  parse = (text: string) => text,
): Promise<string> {
  const validate = (answer = '') => {
    try {
      if (answer.trim() === '') return 'expected a text'
      parse(answer.trim())
      return undefined
    } catch (error) {
      return explainError(error, 'the answer').message
    }
  }
  // No placeholder: it would look like the answer of an empty line.
  return parse(answered(await text({ ...dialog, message: shown(message), validate })).trim())
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
