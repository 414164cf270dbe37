// The commands, a row each.

import type { Clock } from '../lib/clock.ts'
import { dayOf } from '../lib/days.ts'
import { printable } from '../lib/shown-texts.ts'
import { FILTERS_OF_COPY, isByUpdate, type OfferFilter } from '../mirror/filters.ts'
import { type Found, findIn, helpFor } from '../mirror/find.ts'
import { createMirror } from '../mirror/mirror.ts'
import { statusOn } from '../mirror/status-on.ts'
import { type CatalogueCopy, sampleText } from '../mirror/store.ts'
import { downloadSnapshot } from '../node/download-snapshot.ts'
import { folderStore } from '../node/folder-store.ts'
import type { OffersClient } from '../offers-client.ts'
import type { Settings, Usage } from './arguments.ts'
import { tableOf } from './table.ts'

/** The settings and tools of a command. */
export interface Work extends Settings<Command> {
  version: string
  signal: AbortSignal | undefined
  clock: Clock
  /** @throws {UsageError} if the address or the key is missing */
  client(): OffersClient
  /** Calls `work` with a client, and shows in a terminal how many bytes arrive meanwhile. */
  receiving<T>(work: (client: OffersClient) => Promise<T>): Promise<T>
  out(text: string): void
  /** Writes a line for people, whatever form was asked for. */
  note(line: string): void
}

export interface Command extends Usage {
  run(work: Work): Promise<void>
}

export const COMMANDS: readonly Command[] = [
  {
    name: 'snapshot',
    about: 'Downloads the catalogue of the day',
    operandName: 'FILE',
    async run({ receiving, operand: file, signal, json, out }) {
      // Without `ifNoneMatch`, it is never undefined.
      const { etag, size } = (await receiving((client) => downloadSnapshot(client, file, { signal }))) ?? {}
      out(json ? `${JSON.stringify({ file, etag, size })}\n` : `${file}: ${size} bytes\n`)
    },
  },
  {
    name: 'sync',
    about:
      'Makes or updates a copy of the catalogue, and counts the offers that were added, changed and removed',
    operandName: 'DIR',
    async run({ receiving, operand: folder, signal, json, out, note }) {
      const [synced, copy] = await receiving(async (client) => {
        const mirror = createMirror(client, { store: folderStore(folder) })
        return [await mirror.sync({ signal }), await mirror.copy()] as const
      })
      const { added, changed, removed, dataAsOf: data_as_of, from } = synced
      const counts = `${added.length} added, ${changed.length} changed, ${removed.length} removed`
      const when = from === 'nothing' ? 'still' : `by the ${from}, now`
      if (json) out(`${JSON.stringify({ data_as_of, from, added, changed, removed }, null, 2)}\n`)
      else out(`${folder}: ${counts}; ${when} of ${data_as_of}\n`)
      if (copy?.sampleOf !== undefined) note(`the copy is a ${sampleText(copy)}`)
    },
  },
  {
    name: 'find',
    about: 'Searches a copy, without the network',
    operandName: 'DIR',
    options: FILTERS_OF_COPY.filter(({ name }) => name !== 'strict'),
    async run({ operand: folder, given, json, clock, out, note }) {
      const copy = await folderStore(folder).read()
      if (!copy) throw new Error(`${folder} holds no copy: run offers sync ${folder}`)
      const today = dayOf(clock.now(), copy.timeZone)
      const found = await findIn(copy, given, today)
      const { total, ended, next, hints } = found
      const offers = found.offers.map((offer) => ({ ...offer, status: statusOn(offer, today) }))
      if (json)
        out(`${JSON.stringify({ total, ended, next_offset: next?.offset, hints, offers }, null, 2)}\n`)
      else
        out(
          `${tableOf(offers, { isByUpdate: isByUpdate(given) })}${printable(lastLine(found, given, copy))}\n`,
        )
      if (copy.sampleOf !== undefined) note(`found in a ${sampleText(copy)}`)
      // JSON has the hints in it.
      if (!json) for (const hint of hints) note(hint)
      const help = total === 0 ? await helpFor(copy, given, today) : []
      if (help.length > 0) note(`try: ${help.join('; ')}`)
    },
  },
  {
    name: 'mcp',
    about: 'Answers agents from a copy that it keeps up to date (Model Context Protocol, stdio)',
    operandName: 'DIR',
    async run({ client, operand: folder, version, note: log, signal }) {
      const mirror = createMirror(client(), { store: folderStore(folder) })
      // Loaded by this command alone: it is larger than the rest of the program.
      const { serveMcp } = await import('../mcp/server.ts')
      await serveMcp({ mirror, folder, version, log }, signal)
    },
  },
]

function lastLine({ total, ended, next }: Found, given: OfferFilter, { attribution }: CatalogueCopy): string {
  const past = ended > 0 && !given.ended ? `${ended} more have ended: --ended, ` : ''
  return `found: ${total}, ${next ? `more: --offset ${next.offset}, ` : ''}${past}${attribution}`
}
