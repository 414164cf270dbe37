// The programs as their users run them: the bundles, as separate processes.

import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { changedInput } from '../../packaging/bundle-inputs.mjs'
import { type Finished, runToEnd, startChild } from './child-processes.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const BUNDLES = {
  build: 'dist/build.mjs',
  gateway: 'dist/gateway.mjs',
  generate: 'dist/generate.mjs',
  /** The npm package; its files are in `client/dist`, too. */
  client: 'dist/client.tgz',
}

/** Bundles that this process has found to be made of the present sources. */
const current = new Set<string>()

/** The path of a bundle. @throws if it was not built, or not of the present sources */
export function bundle(name: keyof typeof BUNDLES): string {
  const path = `${root}${BUNDLES[name]}`
  if (current.has(name)) return path
  const changed = existsSync(path) ? changedInput(name) : path
  // Not `make dist` alone: make compares times.
  if (changed !== undefined)
    throw new Error(`${path} was not made of the present ${changed}: run \`rm -rf dist; make dist\``)
  // The build has the package of the client in it.
  if (name === 'build') bundle('client')
  current.add(name)
  return path
}

/** The program of the package, as npm would start it. */
export function clientProgram(): string {
  bundle('client')
  return `${root}client/dist/cli.js`
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
