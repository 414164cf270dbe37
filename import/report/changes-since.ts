// Compares the offers of a source folder before and after an import.

import { join } from 'node:path'
import { OFFERS_FILE } from '../../contract/offers/source-files.ts'
import { files } from '../../lib/files/file-access.ts'
import { ifMissing, LargeFileError } from '../../lib/files/file-errors.ts'
import { asRecord, isRecord, parseJson } from '../../lib/json/json.ts'
import { clip } from '../../lib/text/clip.ts'

/** SECURITY: both lists are in memory at once, so larger ones are not compared. */
const MAX_BYTES = 16 * 1024 * 1024

/** Bounds the report. */
const MAX_LISTED = 100

/** The line of each offer, by issuer and ref. */
export type KnownOffers = ReadonlyMap<string, string>

/** Undefined if there are none yet, or too many to compare, or if an import did not make the file. */
export async function knownOffers(source: string, maxBytes = MAX_BYTES): Promise<KnownOffers | undefined> {
  try {
    const bytes = await ifMissing(files.read(join(source, OFFERS_FILE), maxBytes), undefined)
    if (!bytes) return undefined
    const lines = bytes.toString().split('\n').filter(Boolean)
    return new Map(lines.map((line) => [keyOf(recordIn(line)), line]))
  } catch (error) {
    if (error instanceof LargeFileError || error instanceof TypeError) return undefined
    throw error
  }
}

export interface ListedOffer {
  title: string
  issuer: string
  ref: string
}

export interface ChangedOffer extends ListedOffer {
  members: { name: string; before: string; after: string }[]
}

interface Counted<T> {
  count: number
  /** The first items. */
  listed: T[]
}

export interface OfferChanges {
  added: Counted<ListedOffer>
  changed: Counted<ChangedOffer>
  gone: Counted<ListedOffer>
}

export function changesBetween(before: KnownOffers, after: KnownOffers): OfferChanges {
  const added: string[] = []
  const changed: [before: string, after: string][] = []
  for (const [key, line] of after) {
    const old = before.get(key)
    if (old === undefined) added.push(line)
    else if (old !== line) changed.push([old, line])
  }
  const gone = Array.from(before, ([key, line]) => (after.has(key) ? [] : [line])).flat()
  return {
    added: counted(added, listedOffer),
    changed: counted(changed, changedOffer),
    gone: counted(gone, listedOffer),
  }
}

function counted<T, Shown>(items: readonly T[], show: (item: T) => Shown): Counted<Shown> {
  return { count: items.length, listed: items.slice(0, MAX_LISTED).map(show) }
}

function recordIn(line: string): Record<string, unknown> {
  return asRecord(parseJson(line, OFFERS_FILE), OFFERS_FILE)
}

function keyOf({ issuer, ref }: Record<string, unknown>): string {
  return `${issuer}\n${ref}`
}

function listedOffer(line: string): ListedOffer {
  const { title, issuer, ref } = recordIn(line)
  return { title: clip(String(title)), issuer: clip(String(issuer)), ref: clip(String(ref)) }
}

function changedOffer([before, after]: [string, string]): ChangedOffer {
  const [old, now] = [flat(recordIn(before)), flat(recordIn(after))]
  const names = [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name))
  // If an object is null on one side, only its members are shown.
  const shortest = names.filter((name) => !names.some((other) => other.startsWith(`${name}.`)))
  const members = shortest.map((name) => ({
    name,
    before: old.get(name) ?? '–',
    after: now.get(name) ?? '–',
  }))
  return { ...listedOffer(after), members }
}

/** The members as texts; members of objects by their paths, such as `benefit.value`. */
function flat(record: Record<string, unknown>, parent = ''): Map<string, string> {
  return new Map(
    Object.entries(record).flatMap(([name, value]): [string, string][] =>
      isRecord(value) ? [...flat(value, `${parent}${name}.`)] : [[`${parent}${name}`, shown(value)]],
    ),
  )
}

function shown(value: unknown): string {
  if (value === null) return 'unknown'
  return clip(Array.isArray(value) ? value.join(', ') || 'none' : String(value))
}
