// Runs the commands.

import type { ChangesQuery, Offer } from '../api/types.ts'
import { OffersError } from '../lib/errors.ts'
import { printable } from '../lib/printable.ts'
import type { ReadPage } from '../lists/read-pages.ts'
import { createMirror, type SyncResult } from '../mirror/mirror.ts'
import type { OfferFilter } from '../mirror/offer-filter.ts'
import { debugHooks, isDebugging } from '../node/debug-hooks.ts'
import { downloadSnapshot } from '../node/download-snapshot.ts'
import { folderStore } from '../node/folder-store.ts'
import { createOffersClient, type OffersClient } from '../offers-client.ts'
import { readArguments, type Settings, UsageError } from './arguments.ts'
import { CHANGE_COLUMNS, COUNTED_COLUMNS, type Column, OFFER_COLUMNS, tableOf } from './tables.ts'

export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  version: string
  out: (text: string) => void
  err: (text: string) => void
  signal?: AbortSignal | undefined
}

/** @returns the exit code: 0 if all went well, 1 if not, 2 if the command line is wrong */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const { env, version, out, err } = surroundings
  try {
    const settings = readArguments(argv, env)
    if (settings === 'version') out(`${version}\n`)
    else if ('help' in settings) out(settings.help)
    else await runCommand(settings, surroundings)
    return 0
  } catch (error) {
    err(`offers: ${printable(messageOf(error))}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

function messageOf(error: unknown): string {
  if (isMissingFolder(error)) return `${error.path}: no such folder`
  if (!(error instanceof OffersError)) return error instanceof Error ? error.message : String(error)
  // The message names each invalid parameter, with what is allowed.
  const { code, message, requestId } = error
  return `${code}: ${message}${requestId === undefined ? '' : ` (request ${requestId})`}`
}

/** A file is written to a folder that is not there. */
function isMissingFolder(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ENOENT' &&
    'syscall' in error &&
    error.syscall === 'scandir'
  )
}

async function runCommand(
  settings: Settings,
  { env, version, out, err, signal }: Surroundings,
): Promise<void> {
  const { command, words, baseUrl, form, given, all } = settings
  const [word = ''] = words
  const client = (): OffersClient => {
    const key = env.OFFERS_KEY
    if (!key) throw new UsageError('OFFERS_KEY: expected an API key in the environment')
    if (!isAddress(baseUrl)) {
      throw new UsageError(
        `--base-url, or OFFERS_BASE_URL: expected http or https and a host, found ${baseUrl}`,
      )
    }
    return createOffersClient({
      baseUrl,
      key,
      cache: false,
      hooks: {
        ...(isDebugging(env) ? debugHooks((line) => err(`${printable(line)}\n`)) : {}),
        onWait: ({ milliseconds, error }) =>
          err(`offers: ${error.code}, asking again in ${Math.ceil(milliseconds / 1000)} s\n`),
        onTruncated: ({ total, read }) =>
          err(`offers: ${total} offers match, and this key can page to ${read} of them\n`),
      },
    })
  }
  const write = <T>(records: readonly T[], columns: readonly Column<T>[], whole: unknown = records) => {
    if (form === 'table') out(tableOf(records, columns))
    else if (form === 'json') out(`${JSON.stringify(whole, null, 2)}\n`)
    else out(records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  }

  switch (command) {
    case 'list': {
      const { data, meta } = all
        ? await client().all(given, { signal })
        : await client().list(given, { signal })
      write<Offer>(data, OFFER_COLUMNS, { data, meta })
      if (form === 'table') out(`${data.length} of ${meta.total} offers, ${printable(meta.attribution)}\n`)
      return
    }
    case 'changes': {
      const [changed, last] = await collected(client().changes(given, { signal }))
      write<Offer>(changed, CHANGE_COLUMNS, { data: changed, meta: last?.meta })
      if (last?.isTruncated) throw new Error(`${last.meta.total} changes, more than this key may read`)
      if (form === 'table')
        out(`${counted(changed.length, 'changes')}, ${printable(last?.meta.attribution ?? '')}\n`)
      return
    }
    case 'get': {
      const found = await client().get(word, { signal })
      if (!found) throw new Error(`there is no offer ${word}`)
      const { data, meta } = found
      if (form === 'table') out(factsOf(data))
      else write<Offer>([data], OFFER_COLUMNS, { data, meta })
      return
    }
    case 'issuers':
    case 'categories':
    case 'comunas': {
      const { data, meta } = await client()[command]({ signal })
      write(data, COUNTED_COLUMNS, { data, meta })
      if (form === 'table') out(`${counted(data.length, command)}\n`)
      return
    }
    case 'snapshot': {
      const { etag, size, resumedAt } = (await downloadSnapshot(client(), word, { signal })) ?? {}
      const facts = { file: word, etag, size, resumed_at: resumedAt }
      out(
        form === 'table'
          ? `${word}: ${size} bytes${resumedAt ? `, ${resumedAt} of them from before` : ''}\n`
          : `${JSON.stringify(facts)}\n`,
      )
      return
    }
    case 'sync': {
      const result = await client()
        .mirror({ store: folderStore(word) })
        .sync({ signal })
      writeSync(result, settings, out)
      return
    }
    case 'mcp': {
      // Loaded by this command alone: it is larger than the rest of the program.
      const { serveMcp } = await import('../mcp/server.ts')
      const mirror = client().mirror({ store: folderStore(word) })
      const log = (line: string) => err(`offers: ${printable(line)}\n`)
      await serveMcp({ mirror, folder: word, version, log }, { signal })
      return
    }
    case 'find': {
      const mirror = createMirror(OFFLINE, { store: folderStore(word) })
      const copy = await mirror.copy()
      if (!copy) throw new Error(`${word} holds no copy: run offers sync ${word}`)
      const found = await mirror.find(given as OfferFilter).catch((error: unknown) => {
        throw error instanceof TypeError ? new UsageError(`find: ${error.message}`) : error
      })
      write(found, OFFER_COLUMNS)
      if (form === 'table') out(`${counted(found.length, 'offers')}, ${printable(copy.attribution)}\n`)
      return
    }
  }
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

type ChangesPage = ReadPage<ChangesQuery>

async function collected(pages: AsyncIterable<ChangesPage>): Promise<[Offer[], ChangesPage | undefined]> {
  let changed: Offer[] = []
  let last: ChangesPage | undefined
  for await (const page of pages) {
    changed = page.hasRestarted ? page.data : changed.concat(page.data)
    last = page
  }
  return [changed, last]
}

/** The number of things; `things` is their plural. */
function counted(count: number, things: string): string {
  const one = things.replace(/ies$/, 'y').replace(/s$/, '')
  return `${count} ${count === 1 ? one : things}`
}

/** A copy alone. */
const offline = () => {
  throw new Error('nothing is asked over the network')
}
const OFFLINE = {
  snapshot: offline,
  changes: offline,
  list: offline,
  issuers: offline,
  categories: offline,
  comunas: offline,
}

function writeSync(result: SyncResult, { form, words }: Settings, out: (text: string) => void): void {
  const { added, changed, removed, dataAsOf, from } = result
  const kinds = Object.entries({ added, changed, removed })
  if (form === 'json')
    out(`${JSON.stringify({ data_as_of: dataAsOf, from, added, changed, removed }, null, 2)}\n`)
  else if (form === 'ndjson') {
    for (const [change, offers] of kinds) {
      for (const offer of offers) out(`${JSON.stringify({ change, offer })}\n`)
    }
  } else {
    const counts = kinds.map(([change, offers]) => `${offers.length} ${change}`).join(', ')
    out(`${words[0]}: ${counts}; ${from === 'nothing' ? 'still' : `by the ${from}, now`} of ${dataAsOf}\n`)
  }
}

function factsOf(offer: Offer): string {
  const { id, status, title, merchant, benefit, issuer, category, comunas, weekdays } = offer
  const facts: [name: string, value: string | null][] = [
    ['id', id],
    ['status', status],
    ['title', title],
    ['merchant', merchant],
    ['benefit', benefit.summary],
    ['up to', benefit.cap && `${benefit.cap.value} ${benefit.cap.currency}`],
    ['issuer', issuer.name],
    ['category', category.name],
    ['comunas', comunas.map(({ name }) => name).join(', ') || null],
    ['weekdays', weekdays?.join(', ') ?? null],
    ['from', offer.valid_from],
    ['until', offer.valid_until],
    ['url', offer.url],
    ['updated', offer.updated_at],
  ]
  return facts.map(([name, value]) => `${name.padEnd(9)}  ${printable(value ?? 'unknown')}\n`).join('')
}
