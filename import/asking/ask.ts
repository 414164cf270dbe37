// Questions in a terminal. The only module that knows the library of the prompts.

import type { Readable, Writable } from 'node:stream'
import { type CANCEL_SYMBOL, isCancel, multiselect, select, text } from '@clack/prompts'
import { OperatorError } from '../../lib/errors.ts'
import { clip } from '../../lib/text/clip.ts'
import { printable } from '../../lib/text/printable.ts'

/** Where questions are asked: the two ends of a terminal. */
export interface Dialog {
  input: Readable
  output: Writable
}

export interface TextQuestion {
  message: string
  /** What an answer looks like. */
  example?: string
  /** What is wrong with an answer; undefined if nothing is. */
  faultOf(answer: string): string | undefined
}

export async function askText(
  dialog: Dialog,
  { message, example = '', faultOf }: TextQuestion,
): Promise<string> {
  const validate = (answer: string | undefined) => faultOf((answer ?? '').trim())
  const answer = await text({ ...dialog, message: shown(message), placeholder: shown(example), validate })
  return answered(answer).trim()
}

/** A choice, and what helps to decide for it. */
export interface Choice {
  value: string
  label: string
  hint: string
}

/** More choices scroll. */
const MAX_SHOWN = 12

export async function askOne(dialog: Dialog, message: string, choices: readonly Choice[]): Promise<string> {
  const options = choices.map(shownChoice)
  return answered(await select({ ...dialog, message: shown(message), options, maxItems: MAX_SHOWN }))
}

/** At least one, in the order of the choices. */
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
  if (isCancel(answer)) throw new OperatorError('usage', 'no answer was given; nothing was written')
  return answer
}
