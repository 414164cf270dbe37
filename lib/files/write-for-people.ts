// Files that people read, such as summaries.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { printable } from '../text/printable.ts'

/** Writes a text that people look at in a terminal as well; makes its folder if need be. */
export function writeForPeople(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, printable(text))
}
