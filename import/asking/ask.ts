// Questions in a terminal. Only this module uses the library of prompts.

import type { Readable, Writable } from 'node:stream'
import { isCancel, text } from '@clack/prompts'
import { explainError, OperatorError } from '../../lib/errors.ts'
import { printable } from '../../lib/text/printable.ts'

/** The input and output of a terminal. */
export interface Dialog {
  input: Readable
  output: Writable
}

/**
 * Asks until an answer is accepted.
 * @param accept gets the text without blanks around it; throws if it is no answer, and the message is shown
 * @throws {OperatorError} `usage` if the question is cancelled
 */
export async function askText(
  dialog: Dialog,
  message: string,
  accept: (text: string) => void,
): Promise<void> {
  const validate = (answer = '') => {
    try {
      if (answer.trim() === '') return 'expected a text'
      accept(answer.trim())
      return undefined
    } catch (error) {
      return printable(explainError(error, 'the answer').message)
    }
  }
  // SECURITY: headings and cells come from others; control characters must not reach the terminal. No placeholder: it
  // would look like the answer of an empty line.
  const answer = await text({ ...dialog, message: printable(message), validate })
  if (isCancel(answer)) throw new OperatorError('usage', 'cancelled without an answer; nothing was written')
}
