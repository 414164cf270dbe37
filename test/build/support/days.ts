// Output folders with the releases of some days: built once for a file of tests, and copied for each test.

import { cpSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { NOW, offersBuild, runBuild } from './program.ts'
import { readPublished } from './published.ts'
import { ONE_LIST, records, writeSource } from './source.ts'

export interface Days {
  /** Holds `out`, and `source`: that of the last day. */
  root: string
  out: string
  /** The releases, oldest first. */
  ids: string[]
}

/** Builds a release a day, before the tests of a file. @returns a function that copies the first of these days for a test */
export function prepareDays(t: Test, most: number): (t: Test, count: number) => Days {
  const prepared = t.testdir({})
  const ids: string[] = []
  const folderAfter = (day: number) => join(prepared, `${day}`)
  const sourceOf = (day: number, folder: string) =>
    writeSource(folder, { offers: records(26, ONE_LIST, day) })

  t.before(async () => {
    const out = join(prepared, 'out')
    for (let day = 1; day <= most; day++) {
      await runBuild(sourceOf(day, join(prepared, 'source')), out, '--as-of', `2026-03-0${day}T10:00:00Z`)
      ids.push((await readPublished(out)).manifest.id)
      cpSync(out, folderAfter(day), { recursive: true, preserveTimestamps: true })
    }
  })

  return (t, count) => {
    const root = t.testdir({})
    const out = join(root, 'out')
    sourceOf(count, join(root, 'source'))
    cpSync(folderAfter(count), out, { recursive: true, preserveTimestamps: true })
    return { root, out, ids: ids.slice(0, count) }
  }
}

export const verify = (out: string) => offersBuild(['verify', '--out', out])

export const mtimeOf = (path: string) => statSync(path).mtimeMs

/** Sets the age of every file in the folder. */
export function age(out: string, ms: number): void {
  const then = (NOW - ms) / 1000
  for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
    utimesSync(join(entry.parentPath, entry.name), then, then)
  }
}
