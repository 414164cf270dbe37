import type { KeyKind } from '../../contract/keys/kinds.ts'

/** The owner of a good key. */
export interface Caller {
  readonly id: string
  readonly kind: KeyKind
  /** How many requests it may make in a rate window. */
  readonly requests: number
}
