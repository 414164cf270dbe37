// The programs of the benchmark: where they are and write to, how they are run, and how a command is pinned to a core.

import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** This package; `npm start` and `make bench` run there. */
export const BENCH = process.cwd()
/** All files of the benchmark. It can be deleted at any time. */
export const WORK = join(BENCH, '.work')
const OUTPUTS = join(WORK, 'outputs')

/** One of the benchmark's own programs, bundled, e.g. `peers/on-node`. */
export const ownProgram = (name: string) => join(WORK, 'bundle', `${name}.mjs`)

/** One of the programs under test. */
export const program = (name: 'build' | 'gateway' | 'generate') => join(BENCH, '..', 'dist', `${name}.mjs`)

let outputs = 0

/**
 * A folder that does not exist yet, for a program to write to while it is timed. An interrupted run leaves its folders,
 * so the name has the id of this process.
 */
export function newOutput(name: string): string {
  mkdirSync(OUTPUTS, { recursive: true })
  outputs += 1
  return join(OUTPUTS, `${process.pid}-${outputs}-${name}`)
}

/** Called only at the end of a run: for some minutes after many files were deleted, ext4 creates new ones much more slowly. */
export function removeOutputs(): void {
  rmSync(OUTPUTS, { recursive: true, force: true })
}

/** Server and load generator each have their own core, so that neither takes time from the other. */
export const SERVER_CORE = 0
export const LOAD_CORE = 1

export const isInstalled = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0
export const canPin = availableParallelism() >= 2 && isInstalled('taskset')

export type Command = readonly [file: string, ...args: string[]]

/** The command on one core, if the system can do that. */
export function pinned(core: number, command: Command): Command {
  return canPin ? ['taskset', '-c', String(core), ...command] : command
}

/** Runs a program to its end. @returns its standard output @throws {Error} with its standard error, if it fails */
export async function run([file, ...args]: Command, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 }
  return (await promisify(execFile)(file, args, options)).stdout
}

/** Starts a server. Its output goes to `NAME.log` in `WORK`, the folder that holds the bundle. */
export function start(name: string, [file, ...args]: Command, env: NodeJS.ProcessEnv = {}): ChildProcess {
  const log = openSync(join(WORK, `${name}.log`), 'a')
  const child = spawn(file, args, { stdio: ['ignore', log, log], env: { ...process.env, ...env } })
  closeSync(log)
  return child
}

/** Ends a server that `start` started, unless it has ended, and waits for its end. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
