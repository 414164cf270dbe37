// The requests that each suite of the contract sends.

import type { Answer, Call } from '../../helpers/http.ts'
import type { IssuedKey } from '../../helpers/issue-keys.ts'

/** A gateway that serves the demonstration catalogue, and the actions of its operator. */
export interface Stage {
  base: string
  issue(kind: 'demo' | 'named'): Promise<IssuedKey>
  revoke(id: string): Promise<void>
}

/** Requests of the suites. Every answer is checked against the description of the API. */
export interface Api extends Stage {
  get(target: string, options?: Call): Promise<Answer>
  /** A named key that no other test uses up. */
  named: string
  demo: string
  /** Headers that give a request a separate client address. */
  fromElsewhere(): Record<string, string>
}
