// `preview`: builds a source once, and serves its API on this machine.

import { join } from 'node:path'
import { command, defaultSettings, type NoUnusedOption } from '../../lib/command-line/command.ts'
import { integer, MAX_PORT } from '../../lib/command-line/parsers.ts'
import { OperatorError } from '../../lib/errors.ts'
import { build } from '../pipeline.ts'
import { findGateway, serveUntilEnded, temporaryFolder } from '../preview/preview-gateway.ts'
import { OutputFolder } from '../releases/output-folder.ts'
import { summarise } from '../report/summarise.ts'
import { readReference } from '../steps/read/read-reference.ts'
import { BROKEN_OPTIONS, SOURCE } from './options.ts'

/** Fails like `run`, and with `system` if the gateway is missing or cannot serve. */
export const preview = command({
  name: 'preview',
  about:
    'Serves a source on this machine. Builds it into a temporary folder, as of its `data_as_of` or now, and serves it with the published demo key. Ctrl-C ends it and removes the folder.',
  options: {
    source: SOURCE,
    port: {
      name: 'port',
      value: 'N',
      default: '8080',
      about: 'The port; 0 takes a free one.',
      parse: integer(0, MAX_PORT),
    },
  },
  examples: ['preview --source my/source', 'preview --source my/source --port 9000'],
  async run({ source, port, ...unused }, { clock, stdout, flush }) {
    unused satisfies NoUnusedOption
    const bundle = findGateway()
    const folder = await temporaryFolder()
    try {
      const output = new OutputFolder(join(folder.path, 'public-out'), flush)
      const policy = defaultSettings(BROKEN_OPTIONS, clock)
      // A preview continues no release: that could keep the old form of offers that were just corrected, because most
      // changed at once, and would refuse a date that is not newer.
      const settings = { source, asOf: await nowUnlessDated(source), policy, continued: undefined }
      const report = await build({ ...settings, output, sign: undefined, threads: undefined }, clock)
      stdout.write(`${summarise(report, null)}\n`)
      if (report.failure) throw report.failure
      const keys = join(folder.path, 'keys.ndjson')
      await serveUntilEnded(bundle, { out: output.path, keys, port, onStart: folder.endWithIt })
      // Ctrl-C ends this program as well, so here the gateway failed.
      throw new OperatorError('system', 'the gateway of the preview has ended')
    } finally {
      await folder.remove()
    }
  },
})

/** `now` if the catalogue has no date. Undefined if it has one, or cannot be read, which the build reports. */
async function nowUnlessDated(source: string): Promise<string | undefined> {
  try {
    const { catalogue } = await readReference(source)
    return catalogue.data_as_of === undefined ? 'now' : undefined
  } catch (error) {
    if (error instanceof OperatorError) return undefined
    throw error
  }
}
