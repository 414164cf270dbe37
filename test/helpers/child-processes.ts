// Starts programs for tests. None of them outlives its test, even one that fails or is killed.

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const REAPER = fileURLToPath(new URL('./reaper.mjs', import.meta.url))

let reaper: Writable | undefined

/**
 * Starts a program in a new process group, which is killed when this process ends.
 * @param options of `spawn`. The default `env` is `cleanEnvironment()`
 */
export function startChild(file: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const child = spawn(file, args, { env: cleanEnvironment(), ...options, detached: true })
  const { pid } = child
  if (pid === undefined) return child
  tellReaper(`+${pid}`)
  child.once('exit', () => tellReaper(`-${pid}`))
  return child
}

function tellReaper(line: string): void {
  reaper ??= startReaper()
  reaper.write(`${line}\n`)
}

// The reaper has a new session, because Ctrl-C must not end it together with the tests.
function startReaper(): Writable {
  const child = spawn(process.execPath, [REAPER], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: {},
    detached: true,
  })
  child.unref()
  // A pipe is a socket, which would keep this process running.
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
  return child.stdin
}

export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs a program to its end, whatever its exit code. */
export async function runToEnd(
  file: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> = {},
): Promise<Finished> {
  const child = startChild(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, [code]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, 'exit'),
  ])
  return { code, stdout, stderr }
}

/** Runs a program to its end. Closes some of its output before it writes. */
export async function runUnread(
  file: string,
  args: readonly string[],
  closed: readonly ('stdout' | 'stderr')[],
): Promise<Finished> {
  const child = startChild(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const read = async (name: 'stdout' | 'stderr') => {
    if (!closed.includes(name)) return textOf(child[name])
    child[name]?.destroy()
    return ''
  }
  const [stdout, stderr, [code]] = await Promise.all([read('stdout'), read('stderr'), once(child, 'exit')])
  return { code, stdout, stderr }
}

/** Runs a program to its end. Its stdout is a full disk. */
export async function runOnFullDisk(
  file: string,
  args: readonly string[],
): Promise<Pick<Finished, 'code' | 'stderr'>> {
  const full = openSync('/dev/full', 'w')
  const child = startChild(file, args, { stdio: ['ignore', full, 'pipe'] })
  closeSync(full)
  const [stderr, [code]] = await Promise.all([textOf(child.stderr), once(child, 'exit')])
  return { code, stderr }
}

function textOf(stream: Readable | null): Promise<string> {
  if (!stream) throw new TypeError('not a pipe')
  return text(stream)
}

/**
 * The environment without the loaders and settings of test runners, and without the options of a make that runs the
 * tests.
 */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(NODE_OPTIONS|_?TAP|MAKE|MFLAGS|OFFERS_|AWS_|RCLONE_)/.test(name),
  )
  return Object.fromEntries(kept)
}
