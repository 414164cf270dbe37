// Prometheus and its promtool, as Debian packs them: they check metrics and rules, and raise alerts.

import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'
import { startChild } from './child-processes.ts'
import { freePort } from './free-port.ts'
import { until } from './until.ts'
import { withoutProgram } from './without-program.ts'

export const withoutPrometheus = withoutProgram('promtool')

/** The complaints of `promtool check metrics` about a scrape. */
export async function checkMetrics(scrape: string): Promise<string> {
  const child = startChild('promtool', ['check', 'metrics'], { stdio: ['pipe', 'ignore', 'pipe'] })
  const { stdin, stderr } = child
  if (!stdin || !stderr) throw new TypeError('not a pipe')
  stdin.end(scrape)
  const [complaints] = await Promise.all([text(stderr), once(child, 'exit')])
  return complaints
}

/** The value of a series in a scrape; undefined if the scrape lacks the series. */
export function sampleOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

export interface Sample {
  metric: Record<string, string>
  value: [number, string]
}

export interface RunningPrometheus {
  /** The result of an instant query. @throws with the message of Prometheus if the query is invalid */
  query(promql: string): Promise<Sample[]>
  /** The alerts that fire now, by name. */
  firing(): Promise<string[]>
}

export interface PrometheusOptions {
  /** An empty folder. */
  folder: string
  /** Rules as YAML. */
  rules: string
  /** Job and addresses of what is scraped, e.g. `offers` and `127.0.0.1:9080`. */
  targets: Readonly<Record<string, readonly string[]>>
}

/** The time between two scrapes and evaluations of a Prometheus of tests, and the limit of a scrape. */
export const EVALUATED_MS = 1_000

/** Starts a Prometheus that runs until the test ends. Resolves when it answers queries. */
export async function startPrometheus(
  t: Test,
  { folder, rules, targets }: PrometheusOptions,
): Promise<RunningPrometheus> {
  const port = await freePort()
  writeFileSync(join(folder, 'offers.rules.yml'), rules)
  const jobs = Object.entries(targets).map(([job_name, addresses]) => ({
    job_name,
    static_configs: [{ targets: addresses }],
  }))
  const each = `${EVALUATED_MS}ms`
  const times = { scrape_interval: each, scrape_timeout: each, evaluation_interval: each }
  const config = { global: times, rule_files: ['offers.rules.yml'], scrape_configs: jobs }
  // JSON is YAML.
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config))
  const args = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]
  const child = startChild('prometheus', args, { stdio: 'ignore' })
  t.teardown(async () => {
    const gone = child.exitCode === null ? once(child, 'exit') : undefined
    child.kill('SIGKILL')
    await gone
  })
  const api = `http://127.0.0.1:${port}/api/v1`
  const query = async (promql: string): Promise<Sample[]> => {
    const answer = await fetch(`${api}/query?query=${encodeURIComponent(promql)}`)
    const { status, data, error } = JSON.parse(await answer.text())
    if (status !== 'success') throw new Error(`${promql}: ${error}`)
    return data.result
  }
  await until('prometheus is ready', () =>
    query('up').then(
      () => true,
      () => false,
    ),
  )
  const firing = async () => {
    const alerts = await query('ALERTS{alertstate="firing"}')
    return [...new Set(alerts.map(({ metric }) => metric.alertname ?? ''))].toSorted()
  }
  return { query, firing }
}
