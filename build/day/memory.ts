// The memory: what the next build must know of a release, and all its offers. Its file has a header, then one offer per
// line.

import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { CLIENT_VERSION } from '../../contract/api/home.ts'
import type { Offer } from '../../contract/offers/offer.ts'
import { RELEASE_ID } from '../../contract/release/layout.ts'
import { type FileFacts, parseReasons, type ReleaseManifest } from '../../contract/release/manifest.ts'
import { sha256 } from '../../lib/digest.ts'
import { messageOf, OperatorError } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'
import { ifMissing } from '../../lib/files/file-errors.ts'
import { LineSplitter, type RawLine } from '../../lib/files/line-splitter.ts'
import { asCount, asList, asNullable, asRecord, asString, parseJson } from '../../lib/json/json.ts'
import { DATE, DIGEST, INSTANT } from '../../lib/text/patterns.ts'
import { BROKEN_DECISIONS, type BrokenBefore } from './broken-issuer.ts'
import { type Absence, type CatalogueOffer, catalogueOffer, type Offers } from './catalogue-offer.ts'
import type { PackageEntry } from './client-packages.ts'
import type { LineStore } from './line-store.ts'
import { RefBook, type RefEntry } from './ref-book.ts'

/** The first line of a memory file. */
export interface MemoryHeader {
  format: 1
  /** The release that the file belongs to. */
  release: string
  /** The release that it continues; null for a first release. */
  previous: string | null
  data_as_of: string
  /** The digest of everything that the release is made from. A build with the same one publishes nothing new. */
  fingerprint: string
  /** The number of lines that follow. */
  offers: number
  /** The issuers that are broken in the release. */
  broken: BrokenBefore[]
  /** The moments that a client can ask changes for, newest first. */
  history: readonly string[]
  /** The refs whose id is not simply made from them; left out if there are none. */
  refs?: readonly RefEntry[]
  /** The packages of the client that the release has, the present one first; left out by builds before 0.4. */
  packages?: readonly PackageEntry[]
}

/** The content of a memory file. */
export interface Memory {
  /** Null before the first release. */
  header: MemoryHeader | null
  offers: Offers
}

/** The memory before the first release. */
export const NO_MEMORY: Memory = { header: null, offers: new Map() }

/** Which offers refs name in the release. */
export function bookOf({ header }: Memory): RefBook {
  return new RefBook(header?.refs ?? [])
}

/** What a new release continues. */
export interface Previous {
  /** The current release of the output folder, if any. */
  current: ReleaseManifest | null
  memory: Memory
}

const OFFER_MEMBER = Buffer.from('"offer":')

/** An offer of the file, and the exact bytes of its rendered line. */
interface KnownOffer {
  absence: Absence
  offer: Offer
  line: Buffer
}

/**
 * The bytes of a line before and after the rendered offer, including the line feed. In the file, `withdrawnOn` is `left`,
 * and `keptSince` is `kept`, which is left out if it is null: `{"left":null,"kept":"2026-09-01","offer":…}`.
 */
export function memoryLineFrame({ withdrawnOn, keptSince }: Absence): { before: string; after: string } {
  const kept = keptSince === null ? '' : `"kept":${JSON.stringify(keptSince)},`
  return { before: `{"left":${JSON.stringify(withdrawnOn)},${kept}"offer":`, after: '}\n' }
}

/** @throws {SyntaxError | TypeError} if the bytes are not JSON, or not the line of an offer */
function parseMemoryLine(bytes: Buffer): KnownOffer {
  const {
    left: withdrawnOn,
    kept: keptSince = null,
    offer,
  } = JSON.parse(bytes.toString('utf8')) as {
    left?: string | null
    kept?: string
    offer?: Offer
  }
  // Only `left` and `kept` come before it, see `memoryLineFrame`.
  const member = bytes.indexOf(OFFER_MEMBER)
  if (withdrawnOn === undefined || offer?.id === undefined || member < 0) {
    throw new TypeError('expected an offer and the day it left')
  }
  // The offer is the last member: only the closing brace of the line follows.
  const line = bytes.subarray(member + OFFER_MEMBER.length, bytes.length - 1)
  return { absence: { withdrawnOn, keptSince }, offer, line }
}

/** @throws {TypeError} if the line is not a header */
function parseHeader(line: Buffer): MemoryHeader {
  const where = 'line 1'
  const json = asRecord(parseJson(line.toString('utf8'), where), where)
  if (json.format !== 1)
    throw new TypeError(`${where}: format: expected 1, found ${JSON.stringify(json.format)}`)
  return {
    format: 1,
    release: asString(json.release, `${where}: release`, RELEASE_ID),
    previous: asNullable(json.previous, `${where}: previous`, (value, at) => asString(value, at, RELEASE_ID)),
    data_as_of: asString(json.data_as_of, `${where}: data_as_of`, INSTANT),
    fingerprint: asString(json.fingerprint, `${where}: fingerprint`, DIGEST),
    offers: asCount(json.offers, `${where}: offers`),
    broken: asList(json.broken, `${where}: broken`).map(parseBroken),
    history: parseMoments(json.history, `${where}: history`),
    ...(json.refs !== undefined && { refs: asList(json.refs, `${where}: refs`).map(parseRefEntry) }),
    ...(json.packages !== undefined && {
      packages: asList(json.packages, `${where}: packages`).map(parsePackageEntry),
    }),
  }
}

function parseBroken(value: unknown): BrokenBefore {
  const where = 'line 1: broken'
  const json = asRecord(value, where)
  const decision = BROKEN_DECISIONS.find((each) => each === json.decision)
  if (!decision) throw new TypeError(`${where}/decision: found ${JSON.stringify(json.decision)}`)
  return {
    issuer: asString(json.issuer, `${where}/issuer`),
    since: asString(json.since, `${where}/since`, DATE),
    decision,
    ...(json.reasons !== undefined && { reasons: parseReasons(json.reasons, `${where}/reasons`) }),
    ...(json.came !== undefined && { came: parseIds(json.came, `${where}/came`) }),
  }
}

function parseRefEntry(value: unknown): RefEntry {
  const where = 'line 1: refs'
  const json = asRecord(value, where)
  return {
    issuer: asString(json.issuer, `${where}/issuer`),
    ref: asString(json.ref, `${where}/ref`),
    names: asNullable(json.names, `${where}/names`, (id, at) => asString(id, at)),
    ...(json.had !== undefined && { had: parseIds(json.had, `${where}/had`) }),
  }
}

function parsePackageEntry(value: unknown): PackageEntry {
  const where = 'line 1: packages'
  const json = asRecord(value, where)
  return {
    version: asString(json.version, `${where}/version`, CLIENT_VERSION),
    digest: asString(json.digest, `${where}/digest`, DIGEST),
    size: asCount(json.size, `${where}/size`),
    last: asString(json.last, `${where}/last`, DATE),
  }
}

function parseIds(value: unknown, where: string): string[] {
  return asList(value, where).map((id) => asString(id, where))
}

function parseMoments(value: unknown, where: string): string[] {
  return asList(value, where).map((moment) => asString(moment, where, INSTANT))
}

// The header is the longest line: it grows with the refs that named several offers. The line store bounds the others.
const MAX_LINE_BYTES = 64 * 1024 * 1024

/**
 * Reads a memory file; the rendered offers go to `lines`.
 * @param facts of the file in the manifest, whose digest is checked; null for a file without a manifest
 * @throws {OperatorError} `bad-release` if the file is missing or damaged
 */
export async function readMemory(path: string, facts: FileFacts | null, lines: LineStore): Promise<Memory> {
  const stored = await ifMissing(files.read(path), undefined)
  if (!stored) throw new OperatorError('bad-release', `${path}: missing`)
  try {
    if (facts !== null && sha256(stored) !== facts.digest) {
      throw new TypeError('it is not the file that the release was made with')
    }
    return await parseMemory(stored, lines)
  } catch (cause) {
    throw new OperatorError('bad-release', `${path}: damaged: ${messageOf(cause)}`, { cause })
  }
}

async function parseMemory(stored: Buffer, lines: LineStore): Promise<Memory> {
  const unzipped = unzippedLines(stored)
  const { value: first } = await unzipped.next()
  if (!first) throw new TypeError('it is empty')
  const header = parseHeader(bytesOf(first))
  const offers = new Map<string, CatalogueOffer>()
  for await (const each of unzipped) {
    const { absence, offer, line } = parseMemoryLine(bytesOf(each))
    if (offers.has(offer.id)) throw new TypeError(`${offer.id} stands twice`)
    offers.set(offer.id, catalogueOffer(offer, lines.append(line), absence))
  }
  if (offers.size !== header.offers) {
    throw new TypeError(`expected ${header.offers} offers, found ${offers.size}`)
  }
  return { header, offers }
}

function bytesOf({ bytes, number }: RawLine): Buffer {
  if (bytes === null) throw new TypeError(`line ${number} is too long`)
  return bytes
}

async function* unzippedLines(stored: Buffer): AsyncGenerator<RawLine, undefined> {
  const splitter = new LineSplitter(MAX_LINE_BYTES)
  // Chunks of 256 KiB, in place of the usual 16, are cut into fewer pieces of lines.
  for await (const chunk of Readable.from([stored]).pipe(createGunzip({ chunkSize: 256 * 1024 }))) {
    yield* splitter.push(chunk)
  }
  yield* splitter.end()
}
