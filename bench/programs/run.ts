// Runs other programs, pinned to one core if the system can do that.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { LOGS } from './paths.ts'

/** Server and load generator each have their own core, so that neither takes time from the other. */
export const SERVER_CORE = 0
export const LOAD_CORE = 1

export function isInstalled(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0
}

export const canPin = availableParallelism() >= 2 && isInstalled('taskset')

export type Command = readonly [file: string, ...args: string[]]

export function pinned(core: number, command: Command): Command {
  return canPin ? ['taskset', '-c', String(core), ...command] : command
}

/** Runs a program to its end. @returns its standard output @throws {Error} with its standard error, if it fails */
export function run([file, ...args]: Command, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  let printed = ''
  let errors = ''
  child.stdout.on('data', (text) => {
    printed += text
  })
  child.stderr.on('data', (text) => {
    errors += text
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve(printed)
      else
        reject(new Error(`${[file, ...args].join(' ')} ended with ${code ?? signal}: ${errors.slice(-2000)}`))
    })
  })
}

/** Starts a server; its output goes to a file of that name. */
export function start(name: string, [file, ...args]: Command, env: NodeJS.ProcessEnv = {}): ChildProcess {
  mkdirSync(LOGS, { recursive: true })
  const log = openSync(join(LOGS, `${name}.log`), 'a')
  const child = spawn(file, args, { stdio: ['ignore', log, log], env: { ...process.env, ...env } })
  closeSync(log)
  return child
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
