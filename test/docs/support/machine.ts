// A machine of the operator's pages, as a folder: commands of a page run below it, and units as systemd runs them.

import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Test } from 'tap'
import { writeSource } from '../../build/support/source.ts'
import { cleanEnvironment, type Finished, runToEnd } from '../../helpers/child-processes.ts'
import { bundle } from '../../helpers/processes.ts'
import { codeBlocks, ROOT, read } from './pages.ts'
import { settingsOf } from './units.ts'

/** Text of a page or a unit, and what replaces it on this machine. */
export type Here = readonly (readonly [from: string, to: string])[]

export interface Machine {
  root: string
  /** The path of a file of the machine, e.g. of `/etc/offers/build.env`. */
  at(path: string): string
  /** Runs a block line by line in the root, and ends at the first line that fails. */
  run(block: string, here?: Here): Promise<Finished>
  /** All calls of systemctl so far. */
  calls(): string[]
  /** The source of a day. @param asOf its moment, ISO 8601 */
  bring(asOf: string, offers: Record<string, unknown>[]): Promise<void>
}

/** @param files by their paths on a real machine; paths in them are those of a real machine, too */
export function makeMachine(t: Test, name: string, files: Record<string, string> = {}): Machine {
  if (!existsSync(t.testdirName)) t.testdir({})
  const root = join(t.testdirName, name)
  const at = (path: string) => join(root, path)
  const local = (text: string, here: Here = []) => localText(text, root, here)
  for (const folder of [
    'bin',
    'units',
    'etc/systemd/system',
    'var/lib/offers-build',
    'var/lib/prometheus/node-exporter',
  ])
    mkdirSync(at(folder), { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(at(path), '..'), { recursive: true })
    writeFileSync(at(path), local(text))
  }
  writeStubs(root)
  for (const unit of ['offers-build', 'offers-daily', 'offers-backup'])
    writeProgram(join(root, 'units', unit), unitScript(unit, root, local))
  const env = withSystemdRun(at('bin'))

  const run = async (block: string, here: Here = []) => {
    const all: Finished = { code: 0, stdout: '', stderr: '' }
    for (const line of block.split('\n').filter(Boolean)) {
      const ended = await runToEnd('bash', ['-euc', local(line, here)], { cwd: root, env })
      all.stdout += ended.stdout
      all.stderr += ended.stderr
      if (ended.code !== 0) return { ...all, code: ended.code }
    }
    return all
  }
  const bring = async (asOf: string, offers: Record<string, unknown>[]) => {
    rmSync(at('source'), { recursive: true, force: true })
    const source = writeSource(at('source'), { offers })
    await runToEnd('tar', ['-czf', at('source.tar.gz'), '-C', source, '.'])
    writeFileSync(at('day.env'), `AS_OF=${asOf}\nSOURCE_URL=${at('source.tar.gz')}\n`)
  }
  const calls = () => readFileSync(at('systemctl.log'), 'utf8').split('\n').filter(Boolean)
  return { root, at, run, calls, bring }
}

/** The environment of this process without our variables, and with a `systemd-run` that needs no systemd. */
export function withSystemdRun(...folders: string[]): Record<string, string | undefined> {
  const path = [...folders, join(ROOT, 'test/docs/support/bin'), process.env.PATH].join(delimiter)
  return { ...cleanEnvironment(), PATH: path }
}

/** The blocks below a heading of a page, up to the next heading of any level. */
export function blocksUnder(page: string, heading: string): string[] {
  const sections = read(page).split(/^#+ /m)
  const section = sections.find((each) => each.startsWith(`${heading}\n`))
  if (section === undefined) throw new Error(`${page} has no heading ${heading}`)
  return codeBlocks(section)
}

/** Owners are left out: a machine of tests does not have the users. */
function localText(text: string, root: string, here: Here): string {
  return here
    .reduce((sofar, [from, to]) => sofar.replaceAll(from, to), text)
    .replaceAll(/^(install\b.*?) -o \S+/gm, '$1')
    .replaceAll('/opt/offers/dist/gateway.mjs', bundle('gateway'))
    .replaceAll('/opt/offers/dist/build.mjs', bundle('build'))
    .replaceAll(/\/opt\/offers(?:\/|(?=;))/g, ROOT)
    .replaceAll('/usr/bin/node', process.execPath)
    .replaceAll(/ -C \/(?= |$)/gm, ` -C ${root}`)
    .replaceAll(/(?<![\w/.-])\/(?=(?:srv|var|etc)\/)/g, `${root}/`)
}

function writeStubs(root: string): void {
  writeProgram(join(root, 'bin/chown'), 'true')
  writeProgram(join(root, 'bin/useradd'), 'true')
  writeProgram(join(root, 'bin/sudo'), '[ "$1" = -u ] && shift 2 && exec "$@"')
  writeProgram(
    join(root, 'bin/systemctl'),
    `cd '${root}'
echo "$*" >>systemctl.log
case $1 in
  set-environment) shift; for each in "$@"; do printf '%s=%q\\n' "\${each%%=*}" "\${each#*=}" >>manager.env; done ;;
  unset-environment) rm manager.env ;;
  start) case $2 in offers-alert@*) ;; *) exec "units/$2" ;; esac ;;
esac`,
  )
}

/** The settings of a unit by the rules of systemd.exec(5): files override the unit, the unit overrides the manager. */
function unitScript(unit: string, root: string, local: (text: string) => string): string {
  const text = local(read(`deploy/systemd/${unit}.service`))
  const reading = settingsOf(text, 'EnvironmentFile').map((file) => {
    const path = local(file.replace(/^-/, ''))
    return file.startsWith('-') ? `[ ! -f '${path}' ] || . '${path}'` : `. '${path}'`
  })
  return [
    'set -a',
    `[ ! -f '${root}/manager.env' ] || . '${root}/manager.env'`,
    ...settingsOf(text, 'Environment'),
    // The backup is that of this machine.
    `ROOT='${root}'`,
    ...reading,
    `. '${join(root, 'day.env')}'`,
    'set +a',
    `cd '${ROOT}'`,
    ...settingsOf(text, 'ExecStart'),
  ].join('\n')
}

function writeProgram(path: string, script: string): void {
  if (existsSync(path)) throw new Error(`${path} is there already`)
  writeFileSync(path, `#!/usr/bin/env bash\nset -eu\n${script}\n`)
  chmodSync(path, 0o755)
}
