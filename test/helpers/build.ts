// Builds releases in the process of the test.

import { parseAllowance, parseDecisions } from '../../build/cli/options.ts'
import { type BuildSettings, build } from '../../build/pipeline.ts'
import { OutputFolder } from '../../build/releases/output-folder.ts'
import type { BuildReport } from '../../build/report/build-report.ts'
import type { ReleaseTrust } from '../../contract/release/signature.ts'
import type { SecretKey } from '../../lib/minisign/keys.ts'

/** The time of the clock: no source of a test has a later moment. */
const LATER = Date.parse('2100-01-01T00:00:00.000Z')

export interface BuildChoices {
  source: string
  out: string
  asOf?: string
  previous?: string
  maxRejected?: string
  onBroken?: string[]
  keepDays?: number
  sign?: SecretKey
  trust?: ReleaseTrust
}

/**
 * Builds and publishes, without worker threads, which is faster for small releases. Rejects with the failure of a
 * refused build.
 */
export async function buildRelease(choices: BuildChoices): Promise<BuildReport> {
  const settings: BuildSettings = {
    source: choices.source,
    // Tests need not survive a loss of power.
    output: new OutputFolder(choices.out, async () => {}),
    asOf: choices.asOf,
    continued: { out: choices.out, previous: choices.previous, trust: choices.trust, mustContinue: false },
    policy: {
      maxRejected: parseAllowance(choices.maxRejected ?? '5%'),
      onBroken: parseDecisions(choices.onBroken ?? []),
      keepDays: choices.keepDays ?? 7,
    },
    sign: choices.sign,
    threads: 0,
  }
  const report = await build(settings, () => LATER)
  if (report.failure) throw report.failure
  return report
}
