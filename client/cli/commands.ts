// The commands, a row each.

import { FILTERS } from '../api/description.ts'
import type { FilterList, Offer } from '../api/types.ts'
import { printable } from '../lib/printable.ts'
import { FILTERS_OF_COPY, type OfferFilter } from '../mirror/filters.ts'
import { findIn, helpFor } from '../mirror/find.ts'
import { createMirror, type SyncResult } from '../mirror/mirror.ts'
import { sampleText } from '../mirror/store.ts'
import { downloadSnapshot } from '../node/download-snapshot.ts'
import { folderStore } from '../node/folder-store.ts'
import type { OffersClient } from '../offers-client.ts'
import type { Settings, Usage } from './arguments.ts'
import { COUNTED_COLUMNS, type Column, OFFER_COLUMNS } from './tables.ts'

/** A command works with these. */
export interface Work extends Settings<Command> {
  version: string
  signal: AbortSignal | undefined
  /** @throws {UsageError} if the address or the key is missing */
  client(): OffersClient
  /** Writes records in the form that was asked for. @param whole the JSON, if it is not the records alone */
  write<T>(records: readonly T[], columns: readonly Column<T>[], whole?: unknown): void
  /** Writes text if a table was asked for. */
  say(line: string): void
  out(text: string): void
  /** Writes a line for people, whatever form was asked for. */
  note(line: string): void
}

export interface Command extends Usage {
  run(work: Work): Promise<void>
}

export const COMMANDS: readonly Command[] = [
  {
    name: 'list',
    about: 'A page of offers; all pages with --all',
    options: [...FILTERS.map(({ name }) => name), 'limit', 'offset', 'all'],
    async run({ client, given, all, signal, write, say }) {
      const { data, meta } = all
        ? await client().all(given, { signal })
        : await client().list(given, { signal })
      write<Offer>(data, OFFER_COLUMNS, { data, meta })
      say(`${data.length} of ${meta.total} offers, ${meta.attribution}`)
    },
  },
  {
    name: 'get',
    about: 'One offer, as JSON',
    word: 'ID',
    async run({ client, word, signal, json, out }) {
      const found = await client().get(word, { signal })
      if (!found) throw new Error(`there is no offer ${word}`)
      const { data, meta } = found
      const text = JSON.stringify({ data, meta }, null, 2)
      out(`${json ? text : text.split('\n').map(printable).join('\n')}\n`)
    },
  },
  listing('issuers'),
  listing('categories'),
  listing('comunas'),
  {
    name: 'snapshot',
    about: 'Downloads the catalogue of the day',
    word: 'FILE',
    async run({ client, word, signal, json, out }) {
      const { etag, size } = (await downloadSnapshot(client(), word, { signal })) ?? {}
      out(json ? `${JSON.stringify({ file: word, etag, size })}\n` : `${word}: ${size} bytes\n`)
    },
  },
  {
    name: 'sync',
    about: 'Makes or updates a copy of the catalogue, and reports what came, changed and went',
    word: 'DIR',
    async run(work) {
      const store = folderStore(work.word)
      const mirror = createMirror(work.client(), { store })
      writeSync(await mirror.sync({ signal: work.signal }), work)
      const copy = await mirror.copy()
      if (copy?.sampleOf !== undefined) work.note(`the copy is a ${sampleText(copy)}`)
    },
  },
  {
    name: 'find',
    about: 'Searches a copy, without the network',
    word: 'DIR',
    options: FILTERS_OF_COPY.map(({ name }) => name),
    async run({ word, given, write, say, note }) {
      const copy = await folderStore(word).read()
      if (!copy) throw new Error(`${word} holds no copy: run offers sync ${word}`)
      const filter = given as OfferFilter
      const found = await findIn(copy, filter)
      write(found, OFFER_COLUMNS)
      say(`found: ${found.length}, ${copy.attribution}`)
      if (copy.sampleOf !== undefined) note(`found in a ${sampleText(copy)}`)
      const help = found.length === 0 ? await helpFor(copy, filter) : []
      if (help.length > 0) note(`try: ${help.join('; ')}`)
    },
  },
  {
    name: 'mcp',
    about: 'Answers agents out of a copy that it keeps up to date (Model Context Protocol, stdio)',
    word: 'DIR',
    async run({ client, word: folder, version, note: log, signal }) {
      const mirror = createMirror(client(), { store: folderStore(folder) })
      // Loaded by this command alone: it is larger than the rest of the program.
      const { serveMcp } = await import('../mcp/server.ts')
      await serveMcp({ mirror, folder, version, log }, signal)
    },
  },
]

function listing(name: FilterList): Command {
  return {
    name,
    about: `All ${name}`,
    async run({ client, signal, write, say }) {
      const { data, meta } = await client()[name]({ signal })
      write(data, COUNTED_COLUMNS, { data, meta })
      say(`${name}: ${data.length}`)
    },
  }
}

function writeSync(result: SyncResult, { json, word, out }: Work): void {
  const { added, changed, removed, dataAsOf: data_as_of, from } = result
  const counts = `${added.length} added, ${changed.length} changed, ${removed.length} removed`
  const when = from === 'nothing' ? 'still' : `by the ${from}, now`
  if (json) out(`${JSON.stringify({ data_as_of, from, added, changed, removed }, null, 2)}\n`)
  else out(`${word}: ${counts}; ${when} of ${data_as_of}\n`)
}
