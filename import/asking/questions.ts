// Questions for facts that no column has.

import { OperatorError } from '../../lib/errors.ts'
import { ANSWER_ROWS, type ANSWERS, type Answers } from './answers.ts'

export type QuestionPointer = (typeof ANSWERS)[keyof Answers]['at']

export interface Question {
  /** The member of the mapping that the answer decides. */
  pointer: QuestionPointer
  text: string
}

/** Questions and remarks for the person who reads a proposal. */
export interface Remarks {
  /** To answer before an import. */
  readonly questions: Question[]
  /** Decisions to check. */
  readonly doubts: string[]
}

/** The answer to a question, its option, and how a text becomes the answer. */
export function answerTo({ pointer }: Question): {
  key: keyof Answers
  option: string
  parse(text: string): string
} {
  const row = ANSWER_ROWS.find(([, { at }]) => at === pointer)
  if (!row) throw new TypeError(`no answer decides ${pointer}`)
  const [key, { name, value, parse = (text: string) => text }] = row
  return { key, option: `--${name} ${value}`, parse: (text) => parse(withoutOption(text, name)) }
}

/** A person may type the option that the question shows, as `--sheet "May"`. */
function withoutOption(text: string, name: string): string {
  const prefix = `--${name} `
  return text.startsWith(prefix) ? text.slice(prefix.length).replace(/^"(.*)"$/, '$1') : text
}

/** An import that cannot go on until questions are answered, by options or in a terminal. */
export class OpenQuestions extends OperatorError {
  readonly questions: readonly Question[]

  /**
   * @param code `usage` before the first import; `bad-source` for a file that differs from the mapping
   * @param what the first line of the message
   */
  constructor(code: 'usage' | 'bad-source', what: string, questions: readonly Question[]) {
    super(code, [what, ...questions.map((each) => `  ${answerTo(each).option}: ${each.text}`)].join('\n'))
    this.questions = questions
  }
}

/** A question for people who edit the mapping. */
export function questionText({ pointer, text }: Question): string {
  return `${pointer}: ${text}`
}
