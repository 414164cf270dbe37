// `preview`: serves the API of a source on this machine, and rebuilds it when the source changes.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command, defaultSettings, type Nothing } from '../../lib/command-line/command.ts'
import type { CommandContext } from '../../lib/command-line/command-context.ts'
import { integer, MAX_PORT } from '../../lib/command-line/parsers.ts'
import { explainError, OperatorError } from '../../lib/errors.ts'
import { chooseProgress } from '../../lib/progress/choose-progress.ts'
import { fileChanges, sourcePaths } from '../preview/file-changes.ts'
import { findGateway, type PreviewGateway, startGateway } from '../preview/preview-gateway.ts'
import { buildPreview, type PreviewSettings } from '../preview/preview-release.ts'
import { type BuildReport, emptyReport } from '../report/build-report.ts'
import { summarisePreview } from '../report/summarise.ts'
import { textReport } from '../report/summary-texts.ts'
import { AS_OF, BROKEN_OPTIONS, QUIET, SOURCE } from './options.ts'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Fails with `system` if the gateway is missing or cannot serve. */
export const preview = command({
  name: 'preview',
  about:
    'Serves a source on this machine while you edit it. Builds it into a temporary folder, serves it with the published demo key, and rebuilds it when it changes. Ctrl-C ends it and removes the folder.',
  options: {
    source: SOURCE,
    port: {
      name: 'port',
      value: 'N',
      default: '8080',
      about: 'The port; 0 takes a free one.',
      parse: integer(0, MAX_PORT),
    },
    asOf: {
      ...AS_OF,
      about:
        'The moment of the data. The default is `data_as_of` of catalogue.json, or the present if that is missing.',
    },
    quiet: QUIET,
  },
  examples: ['preview --source my/source', 'preview --source my/source --port 9000 --as-of now'],
  async run({ source, port, asOf, quiet, ...unused }, context) {
    unused satisfies Nothing
    const bundle = findGateway()
    const folder = await mkdtemp(join(tmpdir(), 'offers-preview-'))
    const stopping = new AbortController()
    const isStopped = stopBySignals(stopping)
    try {
      const out = join(folder, 'public-out')
      const policy = defaultSettings(BROKEN_OPTIONS, context.clock)
      const settings = { source, out, asOf, policy }
      const serve = () => startGateway(bundle, { out, keys: join(folder, 'keys.ndjson'), port })
      await servedUntilStopped({ settings, serve, stopping, folder }, { ...context, quiet })
    } catch (error) {
      if (!isStopped()) throw error
    } finally {
      stopping.abort()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
})

/** @returns whether a signal has come */
function stopBySignals(stopping: AbortController): () => boolean {
  let isStopped = false
  const stop = () => {
    isStopped = true
    stopping.abort()
  }
  for (const signal of STOP_SIGNALS) process.once(signal, stop)
  stopping.signal.addEventListener('abort', () => {
    for (const signal of STOP_SIGNALS) process.off(signal, stop)
  })
  return () => isStopped
}

async function servedUntilStopped(
  serving: Serving & { folder: string },
  terminal: CommandContext & { quiet: boolean },
): Promise<void> {
  const { stopping, folder } = serving
  const ended = keepServing(serving, terminal).then(
    () => undefined,
    (error: unknown) => error,
  )
  await Promise.race([ended, aborted(stopping.signal)])
  stopping.abort()
  // A running build fails soon, because its folder is gone. Until then it may keep the folder from being removed.
  await rm(folder, { recursive: true, force: true }).catch(() => {})
  const failure = await ended
  if (failure !== undefined) throw failure
}

interface Serving {
  settings: PreviewSettings
  serve: () => Promise<PreviewGateway>
  stopping: AbortController
}

/** Builds now and after each change, and serves after the first good build. */
async function keepServing(
  { settings, serve, stopping }: Serving,
  terminal: CommandContext & { quiet: boolean },
): Promise<void> {
  const progress = chooseProgress(terminal.quiet, terminal)
  const { signal } = stopping
  let gateway: PreviewGateway | undefined
  let failure: OperatorError | undefined
  try {
    for await (const _ of fileChanges(sourcePaths(settings.source), signal)) {
      const report = await buildPreview(settings, { clock: terminal.clock, progress }).catch(failedReport)
      if (signal.aborted) break
      printReport(report, gateway !== undefined, terminal)
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

/** An error of the system, such as an unreadable file, can be mended like any other fault. */
function failedReport(error: unknown): BuildReport {
  const { code, message } = explainError(error)
  return { ...emptyReport(), failure: { code, message } }
}

function printReport(report: BuildReport, isServed: boolean, { stdout, stderr }: CommandContext): void {
  stdout.write(`${textReport(summarisePreview(report))}\n`)
  if (!report.failure) return
  for (const line of report.failure.message.split('\n')) stderr.write(`offers-build: ${line}\n`)
  const rest = isServed ? 'until then, the last good release is served' : 'nothing is served yet'
  stderr.write(`offers-build: correct the source; it is rebuilt when it changes; ${rest}\n`)
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
