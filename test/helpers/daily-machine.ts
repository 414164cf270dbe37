// A machine for the daily job: the same make targets as in CI, with its own archive, folder and destination.

import { spawnSync } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { type SOURCE_DAYS, writeDailySource } from '../../fixtures/daily-sources.ts'
import { cleanEnvironment, runToEnd } from './child-processes.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The issuers of the source. Their offers appear, change and end; a build of all issuers would take seconds. */
const BROUGHT = ['zumbapay', 'cooperativa-kintral']

/** Removes the offers of all other issuers from a file. */
async function keepOnly(issuers: readonly string[], path: string): Promise<void> {
  const lines = (await readFile(path, 'utf8')).split('\n')
  const kept = lines.filter((line) => line !== '' && issuers.includes(JSON.parse(line).issuer))
  await writeFile(path, kept.map((line) => `${line}\n`).join(''))
}

interface Made {
  code: number
  output: string
}

/** @param destinationIn the value of DESTINATION for the folder of the destination */
export async function dailyMachine(t: Test, destinationIn = (folder: string) => folder) {
  const folder = t.testdir({ destination: {} })
  const [source, destination] = [join(folder, 'source'), join(folder, 'destination')]
  const archive = join(folder, 'source.tar.gz')

  /** Makes a target. Its inputs are environment variables, as in the workflow of CI. */
  const make = async (target: string, env: Record<string, string> = {}): Promise<Made> => {
    const kept = Object.entries(cleanEnvironment()).filter(([name]) => !/^(MAKE|MFLAGS)/.test(name))
    const given = {
      SOURCE_URL: archive,
      DESTINATION: destinationIn(destination),
      PUBLIC: join(folder, 'public'),
      DAILY: join(folder, 'daily'),
    }
    const ended = await runToEnd('make', [target], {
      cwd: root,
      env: { ...Object.fromEntries(kept), ...given, ...env },
    })
    return { code: ended.code ?? 1, output: ended.stdout + ended.stderr }
  }
  /** Makes a target, and expects that it succeeds. */
  const mustMake = async (target: string, env: Record<string, string> = {}) => {
    const made = await make(target, env)
    t.equal(made.code, 0, made.output)
    return made
  }
  /** Packs the source of a day as the archive that the job fetches. */
  const bring = async (day: (typeof SOURCE_DAYS)[number]) => {
    await rm(source, { recursive: true, force: true })
    await mkdir(source)
    await writeDailySource(source, day)
    await keepOnly(BROUGHT, join(source, 'offers.ndjson'))
    spawnSync('tar', ['-czf', archive, '-C', source, '.'])
  }
  /** Removes the files of the machine, as a runner of CI does. */
  const forget = async () => {
    await rm(join(folder, 'public'), { recursive: true, force: true })
    await rm(join(folder, 'daily'), { recursive: true, force: true })
  }
  /** Writes a program into the folder of the test. @returns its path */
  const write = async (name: string, script: string) => {
    const path = join(folder, name)
    await writeFile(path, `#!/usr/bin/env bash\n${script}\n`, { mode: 0o755 })
    return path
  }
  const pointer = () => readFile(join(destination, 'latest.json'), 'utf8').catch(() => undefined)
  return { destination, folder, make, mustMake, bring, forget, write, pointer }
}
