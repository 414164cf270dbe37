// What the person who reads a proposal is asked.

import type { Question } from './questions.ts'

export interface Remarks {
  /** What only people know. */
  readonly questions: Question[]
  /** What was decided, and may be decided otherwise. */
  readonly doubts: string[]
}
