// What a build needs of the program that runs it.

import type { Clock } from '../contract/lib/clock.ts'
import type { Progress } from './progress/progress.ts'
import type { BuildReport } from './report/build-report.ts'

export interface BuildContext {
  clock: Clock
  progress: Progress
  /** Filled in on the way, also where the build is refused. */
  report: BuildReport
}
