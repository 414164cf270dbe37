// A project with suites, run as ours are: with our helpers, our settings of tap and our packages.

import { cpSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Test } from 'tap'
import { cleanEnvironment, type Finished, runToEnd } from '../../helpers/child-processes.ts'

const COPIED = [
  '.taprc',
  'package.json',
  'Makefile',
  '.ci',
  'test/helpers/typescript',
  'test/helpers/suites.mjs',
]

export interface Project {
  root: string
  /** Runs a program in its folder. */
  run(program: string, args: readonly string[], environment?: NodeJS.ProcessEnv): Promise<Finished>
}

/**
 * @param suites texts of `test/NAME.test.ts`, by name
 * @param jobs how many files of tests run at once; with one, all suites share a process, in their order
 */
export function projectWith(t: Test, suites: Readonly<Record<string, string>>, jobs = 1): Project {
  // As make sees it: the folder may be a link.
  const root = realpathSync(t.testdir({ '.tap': {}, test: {} }))
  for (const path of COPIED) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    cpSync(path, join(root, path), { recursive: true })
  }
  const settings = join(root, '.taprc')
  writeFileSync(settings, readFileSync(settings, 'utf8').replace(/^jobs: .*/m, `jobs: ${jobs}`))
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  for (const [name, text] of Object.entries(suites)) writeFileSync(join(root, `test/${name}.test.ts`), text)
  // Where the Makefile puts the folders of tests.
  const memory = `/dev/shm/offers-catalogue-tests${root.replaceAll('/', '-')}`
  t.teardown(() => rmSync(memory, { recursive: true, force: true }))
  const run: Project['run'] = (program, args, environment = {}) =>
    runToEnd(program, args, { cwd: root, env: { ...cleanEnvironment(), ...environment } })
  return { root, run }
}

const LOADER = ['--import', './test/helpers/typescript/register.mjs']

const fileOf = (name: string) => `test/${name}.test.ts`

/** Runs one file of tests, as CONTRIBUTING.md says. */
export const runFile = ({ run }: Project, name: string): Promise<Finished> =>
  run(process.execPath, [...LOADER, fileOf(name)])

/** The files that run suites, as their runner starts them. */
export async function sharedFiles({ run }: Project, names: readonly string[]): Promise<string[]> {
  const { stdout } = await run('node', ['test/helpers/suites.mjs', 'all', ...names.map(fileOf)])
  return stdout.trimEnd().split('\n')
}

export const runSharedFile = (
  { root, run }: Project,
  file: string,
  nodeArguments: readonly string[] = [],
): Promise<Finished> => run(process.execPath, [...LOADER, ...nodeArguments, join(root, file)])

/** Runs suites that share a process. */
export async function runShared(project: Project, names: readonly string[]): Promise<Finished> {
  const files = await sharedFiles(project, names)
  if (files.length !== 1) throw new Error(`one file expected: ${files.join()}`)
  return runSharedFile(project, files.join())
}
