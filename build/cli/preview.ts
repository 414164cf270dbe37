// `preview`: serves the API of a source on this machine, and rebuilds it when the source changes.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ANSWERS, PreviewImport } from '../../import/command.ts'
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
import { AS_OF, BROKEN_OPTIONS, QUIET } from './options.ts'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Fails with `system` if the gateway is missing or cannot serve. */
export const preview = command({
  name: 'preview',
  about:
    'Serves a source, or a table, on this machine while you edit it. Builds it into a temporary folder, serves it with the published demo key, and rebuilds it when it changes. Ctrl-C ends it and removes the folder.',
  operands: ['[FILE...]'],
  options: {
    source: {
      name: 'source',
      value: 'DIR',
      about:
        'The source folder. With a FILE, its mapping.json and lists are taken, FILE is compared with its last import, and nothing is written there.',
    },
    answers: ANSWERS,
    mapping: { name: 'mapping', value: 'MAPPING', about: 'The mapping for FILE.' },
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
  examples: [
    'preview --source my/source',
    'preview offers.xlsx --source my/source',
    'preview --source my/source --port 9000 --as-of now',
  ],
  async run({ source, answers, mapping, port, asOf, quiet, ...unused }, context, files) {
    unused satisfies Nothing
    if (files.length === 0 && source === undefined) {
      throw new OperatorError('usage', 'preview: expected a FILE, or --source DIR, found neither')
    }
    const bundle = findGateway()
    const folder = await mkdtemp(join(tmpdir(), 'offers-preview-'))
    const stopping = new AbortController()
    const isStopped = stopBySignals(stopping)
    try {
      const tables =
        files.length > 0 ? new PreviewImport({ files, source, mapping, answers }, folder) : undefined
      await tables?.begin(context)
      const out = join(folder, 'public-out')
      const policy = defaultSettings(BROKEN_OPTIONS, context.clock)
      const settings = { source: tables?.source ?? source ?? '', out, asOf, policy }
      const serve = () => startGateway(bundle, { out, keys: join(folder, 'keys.ndjson'), port })
      await servedUntilStopped({ settings, tables, serve, stopping, folder }, { ...context, quiet })
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
  /** The table that the source is made from; undefined for a source folder. */
  tables: PreviewImport | undefined
  serve: () => Promise<PreviewGateway>
  stopping: AbortController
}

/** Builds now and after each change, and serves after the first good build. */
async function keepServing(
  { settings, tables, serve, stopping }: Serving,
  terminal: CommandContext & { quiet: boolean },
): Promise<void> {
  const progress = chooseProgress(terminal.quiet, terminal)
  const { signal } = stopping
  let gateway: PreviewGateway | undefined
  let failure: OperatorError | undefined
  try {
    const make = async () => {
      if (tables) terminal.stdout.write(await tables.make())
      return buildPreview(settings, { clock: terminal.clock, progress })
    }
    for await (const _ of fileChanges(tables?.watched ?? sourcePaths(settings.source), signal)) {
      const report = await make().catch(failedReport)
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
