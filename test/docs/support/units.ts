// systemd units of the documentation, run without systemd by its rules: settings, environment, command line.

import type { ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { cleanEnvironment, runToEnd, startChild } from '../../helpers/child-processes.ts'
import { freePort } from '../../helpers/free-port.ts'
import { untilOk } from '../../helpers/until-ok.ts'
import { ROOT, read } from './pages.ts'

/** The values of a setting of a unit, in the order of the file. */
export function settingsOf(unit: string, name: string): string[] {
  return Array.from(unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm')), ([, value = '']) => value)
}

/**
 * Runs the `install` and `cp` lines of a block below a folder in the place of `/`. Files that the block takes from its
 * working folder have to be there. Owners are left out: a machine of tests does not have the users.
 * @returns how many lines that were
 */
export async function installInto(t: Test, root: string, block: string): Promise<number> {
  mkdirSync(join(root, 'etc/systemd/system'), { recursive: true })
  const lines = block.split('\n').filter((line) => /^(?:install|cp) /.test(line))
  for (const line of lines) {
    const here = line
      .replace(/ -o \S+/, '')
      .replaceAll(' /opt/offers/', ` ${ROOT}`)
      .replaceAll(/ \/(?=srv|var|etc)/g, ` ${root}/`)
    const { code, stderr } = await runToEnd('bash', ['-c', `cd ${root} && ${here}`])
    t.equal(code, 0, `${line}: ${stderr}`)
  }
  return lines.length
}

export interface UnitOptions {
  /** The content of its `EnvironmentFile`. */
  environment: string
  /** The part after the `@` of a template. */
  instance?: string | number
  /** Texts of unit and environment, and what replaces them on this machine. */
  here: readonly (readonly [from: string, to: string])[]
}

export interface RunningUnit {
  child: ChildProcess
  /** Its output to the journal so far. */
  log(): string
}

/** Starts the program of a unit in deploy/systemd, until the end of the test. */
export function startUnit(t: Test, file: string, { environment, instance, here }: UnitOptions): RunningUnit {
  const local = (text: string) =>
    here.reduce((sofar, [from, to]) => sofar.replaceAll(from, to), text).replaceAll('%i', `${instance}`)
  const unit = read(`deploy/systemd/${file}`)
  // systemd.exec(5): environment files override the unit. A unit gets only PATH of our environment.
  const env: Record<string, string> = {
    PATH: cleanEnvironment().PATH ?? '',
    ...assignments(settingsOf(unit, 'Environment').flatMap((value) => local(value).split(' '))),
    ...assignments(local(environment).split('\n')),
  }
  const words = local(settingsOf(unit, 'ExecStart')[0] ?? '').split(' ')
  const [program = '', ...args] = words.map((word) =>
    word.replace(/^\$\{(\w+)\}$/, (_, name) => env[name] ?? ''),
  )
  const child = startChild(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  t.teardown(() => child.kill('SIGKILL'))
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      log += chunk
    })
  return { child, log: () => log }
}

function assignments(lines: readonly string[]): Record<string, string> {
  const pairs = lines.flatMap((line) => {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
    return name ? [[name, value]] : []
  })
  return Object.fromEntries(pairs)
}

export interface RunningGateway extends RunningUnit {
  base: string
  admin: string
}

/** Starts an instance of the gateway's template on ports that are free, and waits until it is ready. */
export async function startGatewayUnit(
  t: Test,
  options: Omit<UnitOptions, 'instance'>,
): Promise<RunningGateway> {
  const instance = await freeTwin()
  const unit = startUnit(t, 'offers-gateway@.service', { ...options, instance })
  const admin = `http://127.0.0.1:1${instance}`
  await untilOk(admin, '/readyz')
  return { ...unit, base: `http://127.0.0.1:${instance}`, admin }
}

/** A port that is free together with the one that has a 1 before it. */
export async function freeTwin(): Promise<number> {
  for (;;) {
    const twin = await freePort()
    const port = twin - 10_000
    if (twin < 20_000 && port > 1_024) return port
  }
}
