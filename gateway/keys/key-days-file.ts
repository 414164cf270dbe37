// The days on which the keys of a file were last used, in a folder next to it: `keys.ndjson.used/days.json`. So a gateway
// needs no right to change the keys, and no gateway reads the keys again for a new day.

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, OperatorError } from '../../lib/errors.ts'
import { FileAccess } from '../../lib/files/file-access.ts'
import { ifMissing } from '../../lib/files/file-errors.ts'
import type { Wait } from '../../lib/files/lock.ts'
import { replaceFile } from '../../lib/files/replace-file.ts'
import { asRecord, asString, parseJson, prettyJson } from '../../lib/json/json.ts'
import { isCalendarDay } from '../../lib/time/calendar.ts'
import { withKeyFileLock } from './key-file.ts'
import type { KeyDays } from './key-store.ts'

/** Separate from the one for bodies, as in `key-file.ts`. */
const access = new FileAccess({ timeoutMs: 5_000, atOnce: 1 })

/** Room for far more keys than a file should hold. */
const MAX_BYTES = 16 * 1024 * 1024

function daysFile(keyFile: string): string {
  return join(`${keyFile}.used`, 'days.json')
}

/** @throws {OperatorError} `key-store-unavailable` if it can't be read or is damaged */
export async function readKeyDays(keyFile: string): Promise<Map<string, string>> {
  const path = daysFile(keyFile)
  try {
    const bytes = await ifMissing(access.read(path, MAX_BYTES), undefined)
    return bytes ? parseDays(bytes.toString('utf8'), path) : new Map()
  } catch (cause) {
    throw unavailable(`cannot read ${path}: ${messageOf(cause)}. If it is damaged, remove it`, cause)
  }
}

/**
 * Stores the day of each key, unless the file has a later one.
 * @throws {OperatorError} `key-store-unavailable` or `locked`
 */
export async function addKeyDays(keyFile: string, days: KeyDays, wait?: Wait): Promise<void> {
  if (days.size === 0) return
  const path = daysFile(keyFile)
  const fail = (cause: unknown) => {
    throw unavailable(`cannot write ${path}: ${messageOf(cause)}`, cause)
  }
  await mkdir(`${keyFile}.used`, { recursive: true, mode: 0o700 }).catch(fail)
  const add = async () => {
    const known = await readKeyDays(keyFile)
    for (const [id, day] of days) if ((known.get(id) ?? '') < day) known.set(id, day)
    await replaceFile(path, prettyJson(Object.fromEntries(known)), { mode: 0o600 }).catch(fail)
  }
  // A lock for this file alone: `days.json.lock`.
  await withKeyFileLock(path, add, wait)
}

function parseDays(text: string, path: string): Map<string, string> {
  const days = Object.entries(asRecord(parseJson(text, path), path))
  return new Map(days.map(([id, day]) => [id, asDay(day, id)]))
}

function asDay(value: unknown, where: string): string {
  const day = asString(value, where)
  if (!isCalendarDay(day)) throw new TypeError(`${where}: expected a day`)
  return day
}

function unavailable(message: string, cause: unknown): OperatorError {
  return new OperatorError('key-store-unavailable', message, { cause })
}
