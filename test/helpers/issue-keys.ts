// Keys as an operator issues them: with the program, into a store.

import { at } from '../../lib/lists.ts'
import { runProgram } from './processes.ts'

export interface IssuedKey {
  id: string
  key: string
}

/** @param options of `keys issue`, e.g. `--count`, `20` */
export async function issueKeys(store: string, ...options: string[]): Promise<IssuedKey[]> {
  const words = ['keys', 'issue', '--keys', store, '--name', 'test', '--json', ...options]
  const { code, stdout, stderr } = await runProgram('gateway', words)
  if (code !== 0) throw new Error(stderr)
  const lines = stdout.trim().split('\n')
  return lines.map((line): IssuedKey => JSON.parse(line))
}

export async function issueKey(store: string, ...options: string[]): Promise<IssuedKey> {
  return at(await issueKeys(store, ...options), 0)
}
