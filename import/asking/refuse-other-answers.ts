// Keeps answers of today from being ignored: those that a kept mapping decides must agree with it.

import type { Mapping } from '../mapping/mapping.ts'
import { ANSWER_ROWS, type Answers, keptAnswer, NO_COLUMN } from './answers.ts'
import { refusal } from './refusals.ts'

/**
 * Refuses answers that differ from the kept mapping.
 * @param path the mapping, for the message
 * @throws {OperatorError} `usage`, with each member that differs
 */
export function refuseOtherAnswers(mapping: Mapping, answers: Answers, path: string): void {
  const other = ANSWER_ROWS.flatMap(([key, answer]) => {
    const { name, at } = answer
    const given = answers[key]
    if (given === undefined) return []
    const found = keptAnswer(answer, mapping, given)
    if (given === (found ?? NO_COLUMN)) return []
    return [`${path}: ${at}: found ${JSON.stringify(found)}, but --${name} is ${JSON.stringify(given)}`]
  })
  if (other.length === 0) return
  throw refusal('otherAnswers', { members: other.join('\n'), path })
}
