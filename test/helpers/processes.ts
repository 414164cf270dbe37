// The programs as their users run them: the bundles, as separate processes.

import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { type Finished, runToEnd, startChild } from './child-processes.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The path of a bundle. @throws if it was not built */
export function bundle(name: 'build' | 'gateway' | 'generate'): string {
  const path = `${root}dist/${name}.mjs`
  if (!existsSync(path)) throw new Error(`${path} is missing: run \`make dist\` first`)
  return path
}

export const demonstrationSource = `${root}fixtures/catalogue`

/** Runs a program to its end, whatever its exit code. */
export function runProgram(
  name: 'build' | 'gateway' | 'generate',
  args: readonly string[],
): Promise<Finished> {
  return runToEnd(process.execPath, [bundle(name), ...args])
}

export interface ServingGateway {
  base: string
  process: ChildProcess
  /** Standard output so far: the log. */
  log(): string
  /** Standard error so far. */
  errors(): string
}

/**
 * Serves on a free port until the test ends. Resolves when the gateway listens.
 * @param program the path of the gateway; by default the one in `dist/`
 */
export async function serveGateway(
  t: Test,
  args: readonly string[],
  program = bundle('gateway'),
  nodeArgs: readonly string[] = [],
): Promise<ServingGateway> {
  const child = startChild(process.execPath, [...nodeArgs, program, 'serve', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  t.teardown(() => child.kill('SIGKILL'))
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}: ${errors}`)))
    child.stdout?.on('data', (chunk) => {
      output += chunk
      const listening = /"port":(\d+),"msg":"listening"/.exec(output)
      if (listening) resolve(Number(listening[1]))
    })
  })
  return { base: `http://127.0.0.1:${port}`, process: child, log: () => output, errors: () => errors }
}
