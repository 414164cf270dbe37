// Prometheus and its promtool, as Debian packs them: they judge metrics and rules, and raise alerts.

import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { startChild } from './child-processes.ts'

const isInstalled = spawnSync('promtool', ['--version']).status === 0

/** For the `skip` option of a test. On CI nothing is skipped: there the test fails instead. */
export const withoutPrometheus: string | false =
  isInstalled || process.env.CI === 'true' ? false : 'prometheus is not installed'

/** What `promtool check metrics` finds wrong with a scrape; nothing, if all is well. */
export async function checkMetrics(scrape: string): Promise<string> {
  const child = startChild('promtool', ['check', 'metrics'], { stdio: ['pipe', 'ignore', 'pipe'] })
  const { stdin, stderr } = child
  if (!stdin || !stderr) throw new TypeError('not a pipe')
  stdin.end(scrape)
  const [complaints] = await Promise.all([text(stderr), once(child, 'exit')])
  return complaints
}

/** The value of a series, as a scrape has it. */
export function sampleOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}
