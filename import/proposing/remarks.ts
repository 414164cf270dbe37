// What the person who reads a proposal is asked.

export interface Remarks {
  /** What is required before an import, by pointer. */
  readonly questions: string[]
  /** What was decided, and may be decided otherwise. */
  readonly doubts: string[]
}
