// The folder in an output folder for what is neither published nor served.

import { join } from 'node:path'

const WORK_FOLDER = '.build'

export function lockPath(root: string): string {
  return join(root, WORK_FOLDER, 'lock')
}

/** Where rejects are written unless the command line says otherwise. */
export function defaultRejectsPath(root: string): string {
  return join(root, WORK_FOLDER, 'rejects.ndjson')
}
