// The first line of a memory file: what the next build must know of the release beside its offers.

import { RELEASE_ID } from '../../contract/release/layout.ts'
import { asCount, asList, asNullable, asRecord, asString, parseJson } from '../../lib/json/json-guards.ts'
import { DATE, DIGEST, INSTANT } from '../../lib/text/patterns.ts'
import type { BrokenBefore } from '../day/broken-issuer.ts'
import { BROKEN_DECISIONS } from '../day/broken-policy.ts'
import type { MemoryHeader } from '../day/memory.ts'

/** @throws {TypeError} if it is none */
export function parseHeader(line: Buffer): MemoryHeader {
  const where = 'line 1'
  const json = asRecord(parseJson(line.toString('utf8'), where), where)
  if (json.format !== 1)
    throw new TypeError(`${where}: format: expected 1, found ${JSON.stringify(json.format)}`)
  const reach = asRecord(json.reach, `${where}: reach`)
  return {
    format: 1,
    release: asString(json.release, `${where}: release`, RELEASE_ID),
    previous: asNullable(json.previous, `${where}: previous`, (value, at) => asString(value, at, RELEASE_ID)),
    data_as_of: asString(json.data_as_of, `${where}: data_as_of`, INSTANT),
    fingerprint: asString(json.fingerprint, `${where}: fingerprint`, DIGEST),
    offers: asCount(json.offers, `${where}: offers`),
    reach: {
      lists: asCount(reach.lists, `${where}: reach/lists`),
      pages: asCount(reach.pages, `${where}: reach/pages`),
      beyond: asCount(reach.beyond, `${where}: reach/beyond`),
    },
    broken: asList(json.broken ?? [], `${where}: broken`).map(parseBroken),
    history: json.history === undefined ? [] : parseHistory(json.history, `${where}: history`),
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
  }
}

function parseHistory(value: unknown, where: string): string[] {
  return asList(value, where).map((moment) => asString(moment, where, INSTANT))
}
