// The lines of a memory file: a header, then one offer per line.

import type { Offer } from '../../contract/offers/offer.ts'
import { RELEASE_ID } from '../../contract/release/layout.ts'
import { parseReasons } from '../../contract/release/manifest.ts'
import { asCount, asList, asNullable, asRecord, asString, parseJson } from '../../lib/json/json.ts'
import { DATE, DIGEST, INSTANT } from '../../lib/text/patterns.ts'
import type { BrokenBefore } from '../day/broken-issuer.ts'
import { BROKEN_DECISIONS } from '../day/broken-policy.ts'
import type { Absence } from '../day/catalogue-offer.ts'
import type { MemoryHeader } from '../day/memory.ts'

const OFFER_MEMBER = Buffer.from('"offer":')

/** An offer of the file, and the exact bytes of its rendered line. */
interface KnownOffer {
  absence: Absence
  offer: Offer
  line: Buffer
}

/** The bytes of a line before and after the rendered offer, including the line feed. */
export function memoryLineFrame({ withdrawnOn, keptSince }: Absence): { before: string; after: string } {
  const kept = keptSince === null ? '' : `"kept":${JSON.stringify(keptSince)},`
  return { before: `{"left":${JSON.stringify(withdrawnOn)},${kept}"offer":`, after: '}\n' }
}

/** @throws {SyntaxError | TypeError} if the bytes are not JSON, or not the line of an offer */
export function parseMemoryLine(bytes: Buffer): KnownOffer {
  const {
    left: withdrawnOn,
    kept: keptSince = null,
    offer,
  } = JSON.parse(bytes.toString('utf8')) as {
    left?: string | null
    kept?: string
    offer?: Offer
  }
  const at = bytes.indexOf(OFFER_MEMBER)
  if (withdrawnOn === undefined || offer?.id === undefined || at < 0) {
    throw new TypeError('expected an offer and the day it left')
  }
  return { absence: { withdrawnOn, keptSince }, offer, line: bytes.subarray(at + OFFER_MEMBER.length, -1) }
}

/** @throws {TypeError} if it is not a header */
export function parseHeader(line: Buffer): MemoryHeader {
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
    broken: asList(json.broken ?? [], `${where}: broken`).map(parseBroken),
    history: json.history === undefined ? [] : parseMoments(json.history, `${where}: history`),
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
  }
}

function parseMoments(value: unknown, where: string): string[] {
  return asList(value, where).map((moment) => asString(moment, where, INSTANT))
}
