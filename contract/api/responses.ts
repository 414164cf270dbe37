// The bytes of JSON answers. An offer is rendered once, as one line; every body that holds it holds that line.
//
//   {"data":[
//   {"id":"off_…",…},
//   {"id":"off_…",…}
//   ],"meta":{…}}
//
// So the line ends of a page are its record index: the gateway cuts windows out of prebuilt pages with it.

import { jsonLine } from '../lib/json.ts'
import { type Issuer, SCHEMA_VERSION } from '../offers/offer.ts'

/** What `meta` says of the day. */
export interface Edition {
  /** ISO 8601 UTC with milliseconds. */
  data_as_of: string
  attribution: string
}

/** What `meta` says of a page. `total` counts the offers that match, `count` those on the page. */
export interface PageWindow {
  count: number
  total: number
  limit: number
  offset: number
}

const LIST_HEAD = Buffer.from('{"data":[\n')
const LIST_EMPTY = Buffer.from('{"data":[')
const LINE_JOINT = Buffer.from(',\n')
const LINE_FEED = 0x0a
const COMMA = 0x2c
const OPENING_BRACE = 0x7b

/** A page of a list. `lines` are rendered offers without line ends, or runs of them as `runOf` cuts them out. */
export function listBody(lines: readonly Uint8Array[], edition: Edition, window: PageWindow): Buffer {
  const parts: Uint8Array[] = [lines.length > 0 ? LIST_HEAD : LIST_EMPTY]
  lines.forEach((line, index) => {
    if (index > 0) parts.push(LINE_JOINT)
    parts.push(line)
  })
  const meta = listMeta(edition, window)
  parts.push(Buffer.from(`${lines.length > 0 ? '\n' : ''}],"meta":${meta}}\n`))
  return Buffer.concat(parts)
}

/** A page that `listBody` made, and where its lines are. */
export interface PageLines {
  readonly body: Buffer
  /** Where each offer begins in the body, and last where one more would begin. */
  readonly starts: Uint32Array
}

/** @throws {RangeError} where an offer has no end */
export function linesOf(body: Buffer): PageLines {
  const starts = [LIST_HEAD.length]
  for (let start = LIST_HEAD.length; body[start] === OPENING_BRACE; starts.push(start)) {
    const end = body.indexOf(LINE_FEED, start)
    if (end < 0) throw new RangeError(`the line from byte ${start} on has no end`)
    start = end + 1
  }
  return { body, starts: Uint32Array.from(starts) }
}

/**
 * The rendered offers of a page from the one at `from` up to and without the one at `to`, as one view into it: a run
 * that `listBody` takes for a line. Positions count within the page.
 * @throws {RangeError} where the page has fewer offers
 */
export function runOf({ body, starts }: PageLines, from: number, to: number): Buffer {
  const start = starts[from]
  const next = starts[to]
  if (start === undefined || next === undefined)
    throw new RangeError(`a page of ${starts.length - 1} offers has none from ${from} to ${to}`)
  const end = next - 1
  // All but the last line of a page end with a comma that belongs to the page, not to the offer.
  return body.subarray(start, body[end - 1] === COMMA ? end - 1 : end)
}

function listMeta(edition: Edition, window: PageWindow): string {
  return jsonLine({
    data_as_of: edition.data_as_of,
    schema_version: SCHEMA_VERSION,
    count: window.count,
    total: window.total,
    limit: window.limit,
    offset: window.offset,
    attribution: edition.attribution,
  })
}

/** The answer to one offer's address. */
export function detailBody(line: Uint8Array, edition: Edition): Buffer {
  const meta = jsonLine({
    data_as_of: edition.data_as_of,
    schema_version: SCHEMA_VERSION,
    attribution: edition.attribution,
  })
  return Buffer.concat([Buffer.from('{"data":\n'), line, Buffer.from(`\n,"meta":${meta}}\n`)])
}

/** An issuer as listed: with the number of its offers that lists hold. */
export type IssuerWithCount = Issuer & { offers_count: number }

/** The list of all issuers. */
export function issuersBody(issuers: readonly IssuerWithCount[], edition: Edition): Buffer {
  const meta = jsonLine({
    data_as_of: edition.data_as_of,
    schema_version: SCHEMA_VERSION,
    count: issuers.length,
    total: issuers.length,
    attribution: edition.attribution,
  })
  const lines = issuers.map((issuer) => jsonLine(issuer)).join(',\n')
  return Buffer.from(`{"data":[\n${lines}\n],"meta":${meta}}\n`)
}

/** A line of a snapshot, its line feed included: the offer, then the attribution that travels with it. */
export function snapshotLine(line: Uint8Array, edition: Edition): Buffer {
  const meta = jsonLine({ attribution: edition.attribution })
  return Buffer.concat([line.subarray(0, -1), Buffer.from(`,"meta":${meta}}\n`)])
}
