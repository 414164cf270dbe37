// Files that people read, such as summaries.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { printable } from '../text/printable.ts'

/** Writes a text that is safe to show in a terminal; creates its folder. */
export function writeForPeople(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, printable(text))
}
