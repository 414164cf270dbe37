// What each suite of the contract gets to ask with.

import type { Answer, Call } from '../../helpers/http.ts'
import type { IssuedKey } from '../../helpers/issue-keys.ts'

/** A gateway that serves the demonstration catalogue, and what only its operator can do. */
export interface Stage {
  base: string
  issue(kind: 'demo' | 'named'): Promise<IssuedKey>
  revoke(id: string): Promise<void>
}

/** What the suites ask with: answers that reached a test were held against the API's description. */
export interface Api extends Stage {
  get(target: string, options?: Call): Promise<Answer>
  /** A named key that no other test uses up. */
  named: string
  demo: string
  /** Headers that make a request come from an address of its own. */
  fromElsewhere(): Record<string, string>
}
