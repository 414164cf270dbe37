// `preview`: a source as the API of it, on this machine, built again whenever the source changes.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command, defaultSettings, type Nothing } from '../../lib/command-line/command.ts'
import type { CommandContext } from '../../lib/command-line/command-context.ts'
import { integer, MAX_PORT } from '../../lib/command-line/parsers.ts'
import { explainError, OperatorError } from '../../lib/errors.ts'
import { chooseProgress } from '../../lib/progress/choose-progress.ts'
import { findGateway, type PreviewGateway, startGateway } from '../preview/preview-gateway.ts'
import { buildPreview, type PreviewSettings } from '../preview/preview-release.ts'
import { sourceChanges } from '../preview/source-changes.ts'
import { type BuildReport, emptyReport } from '../report/build-report.ts'
import { summarise } from '../report/summarise.ts'
import { textReport } from '../report/summary-texts.ts'
import { AS_OF, BROKEN_OPTIONS, QUIET, SOURCE } from './options.ts'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Fails with `system` if the gateway is not there, or can't serve. */
export const preview = command({
  name: 'preview',
  about:
    'Serves a source on this machine while you edit it. It is built into a temporary folder, served with the published demo key, and built again whenever it changes. Ctrl-C ends it and leaves nothing behind.',
  options: {
    source: SOURCE,
    port: {
      name: 'port',
      value: 'N',
      default: '8080',
      about: 'The port to serve on; 0 takes a free one.',
      parse: integer(0, MAX_PORT),
    },
    asOf: {
      ...AS_OF,
      about:
        'The moment that the data refers to; without it, `data_as_of` of catalogue.json, and the present if that is missing.',
    },
    quiet: QUIET,
  },
  examples: ['preview --source my/source', 'preview --source my/source --port 9000 --as-of now'],
  async run({ source, port, asOf, quiet, ...unused }, context) {
    unused satisfies Nothing
    const bundle = findGateway()
    const stopping = new AbortController()
    let isStopped = false
    const stop = () => {
      isStopped = true
      stopping.abort()
    }
    for (const signal of STOP_SIGNALS) process.once(signal, stop)
    const folder = await mkdtemp(join(tmpdir(), 'offers-preview-'))
    const out = join(folder, 'public-out')
    const settings = { source, out, asOf, policy: defaultSettings(BROKEN_OPTIONS, context.clock) }
    const serve = () => startGateway(bundle, { out, keys: join(folder, 'keys.ndjson'), port })
    const serving = keepServing({ settings, serve, stopping }, { ...context, quiet })
    const ended = serving.then(
      () => undefined,
      (error: unknown) => error,
    )
    await Promise.race([ended, aborted(stopping.signal)])
    stopping.abort()
    // A build under way ends soon, for what it writes to is gone. As long as it writes the folder may refuse to go.
    await rm(folder, { recursive: true, force: true }).catch(() => {})
    const failure = await ended
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    for (const signal of STOP_SIGNALS) process.off(signal, stop)
    if (failure !== undefined && !isStopped) throw failure
  },
})

interface Serving {
  settings: PreviewSettings
  serve: () => Promise<PreviewGateway>
  stopping: AbortController
}

/** Builds now and after each change, and serves once there is something to serve. */
async function keepServing(
  { settings, serve, stopping }: Serving,
  terminal: CommandContext & { quiet: boolean },
): Promise<void> {
  const progress = chooseProgress(terminal.quiet, terminal)
  const { signal } = stopping
  let gateway: PreviewGateway | undefined
  let failure: OperatorError | undefined
  try {
    for await (const _ of sourceChanges(settings.source, signal)) {
      const report = await buildPreview(settings, { clock: terminal.clock, progress }).catch(failedReport)
      if (signal.aborted) break
      tell(report, gateway !== undefined, terminal)
      if (report.failure || gateway) continue
      gateway = await serve()
      gateway.ended.then(() => {
        if (signal.aborted) return
        failure = new OperatorError('system', 'the gateway of the preview has ended')
        stopping.abort()
      })
    }
  } finally {
    await gateway?.stop()
  }
  if (failure) throw failure
}

/** What the system refuses, a file that may not be read for one, can be mended like any other fault. */
function failedReport(error: unknown): BuildReport {
  const { code, message } = explainError(error)
  return { ...emptyReport(), failure: { code, message } }
}

function tell(report: BuildReport, isServed: boolean, { stdout, stderr }: CommandContext): void {
  stdout.write(`${textReport(summarise(report, null))}\n`)
  if (!report.failure) return
  for (const line of report.failure.message.split('\n')) stderr.write(`offers-build: ${line}\n`)
  const rest = isServed ? 'the last good release is served meanwhile' : 'nothing is served yet'
  stderr.write(`offers-build: mend the source: it is built again as soon as it changes; ${rest}\n`)
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
