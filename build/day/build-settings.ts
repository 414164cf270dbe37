// What a build is asked to do.

import type { ReleaseTrust } from '../../contract/release/signature.ts'
import type { SecretKey } from '../../lib/minisign/keys.ts'
import type { BrokenPolicy } from './broken-policy.ts'

export interface BuildSettings {
  /** The source folder. */
  source: string
  /** The output folder. */
  out: string
  /** The moment that the release is of, as it was typed; without it, the catalogue says it. */
  asOf: string | undefined
  /** Where the memory of the day before comes from; without it, from the current release. */
  previous: string | undefined
  /** Whether nothing is continued, as if no release had been there. */
  isFresh?: boolean
  policy: BrokenPolicy
  /** Signs the release. */
  sign: SecretKey | undefined
  /** Who must have signed what the build continues; without it, nobody. */
  trust: ReleaseTrust | undefined
  /** 0 works in the main thread; undefined takes one for each core, within reason. */
  threads: number | undefined
}
