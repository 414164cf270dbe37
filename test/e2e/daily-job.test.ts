// The daily job as it runs in CI: the same make targets, on a machine that knows nothing of yesterday.

import { spawnSync } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { SOURCE_DAYS, writeDailySource } from '../../fixtures/daily-sources.ts'
import { runToEnd } from '../helpers/child-processes.ts'
import { startGateway } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'

t.setTimeout(SLOW_MS)

const root = fileURLToPath(new URL('../../', import.meta.url))
const hasCurl = spawnSync('curl', ['--version']).status === 0
const skip = hasCurl || process.env.CI === 'true' ? false : 'curl is not installed'

interface Made {
  code: number
  output: string
}

async function prepare(t: Test) {
  const folder = t.testdir({ destination: {} })
  const [source, destination] = [join(folder, 'source'), join(folder, 'destination')]
  const archive = join(folder, 'source.tar.gz')

  const make = async (target: string, ...words: string[]): Promise<Made> => {
    const given = {
      SOURCE_URL: `file://${archive}`,
      ORIGIN_URL: `file://${destination}`,
      DESTINATION: destination,
      PUBLIC: join(folder, 'public'),
      DAILY: join(folder, 'daily'),
      RUN_OPTIONS: '--quiet',
    }
    const settings = Object.entries(given).map(([name, value]) => `${name}=${value}`)
    const kept = Object.entries(process.env).filter(
      ([name]) => !/^(NODE_OPTIONS|MAKE|MFLAGS|TAP|_TAP)/.test(name),
    )
    const ended = await runToEnd('make', [target, ...settings, ...words], {
      cwd: root,
      env: Object.fromEntries(kept),
    })
    return { code: ended.code ?? 1, output: ended.stdout + ended.stderr }
  }
  const bring = async (day: (typeof SOURCE_DAYS)[number]) => {
    await rm(source, { recursive: true, force: true })
    await mkdir(source)
    await writeDailySource(source, day)
    spawnSync('tar', ['-czf', archive, '-C', source, '.'])
  }
  /** What is left of a machine that was thrown away. */
  const forget = async () => {
    await rm(join(folder, 'public'), { recursive: true, force: true })
    await rm(join(folder, 'daily'), { recursive: true, force: true })
  }
  return { destination, folder, make, bring, forget }
}

t.test('three days, each on a machine of its own', { skip }, async (t) => {
  const { destination, folder, make, bring, forget } = await prepare(t)
  for (const [index, day] of SOURCE_DAYS.entries()) {
    await bring(day)
    const { code, output } = await make('daily', ...(index === 0 ? ['FIRST=1'] : []))
    t.equal(code, 0, output)
    t.match(await readFile(join(folder, 'daily/summary.md'), 'utf8'), /withdrawn/)
    if (index < SOURCE_DAYS.length - 1) await forget()
  }
  t.equal((await readdir(join(destination, 'releases'))).length, SOURCE_DAYS.length)
  t.same(
    (await readdir(destination)).toSorted(),
    ['latest.json', 'objects', 'releases'],
    'nothing else is published',
  )

  const { base, keys } = await startGateway(t, destination)
  const list = await call(base, '/beta/offers?limit=100', { key: keys.issue('named') })
  const { data, meta } = list.json as { data: { updated_at: string }[]; meta: { data_as_of: string } }
  t.match(meta.data_as_of, SOURCE_DAYS.at(-1))
  t.ok(new Set(data.map(({ updated_at }) => updated_at)).size > 1, 'the memory went from machine to machine')

  await forget()
  const again = await make('daily')
  t.equal(again.code, 0, again.output)
  t.match(again.output, /unchanged: nothing to upload/)
})

t.test('a step that fails stops the job, and what stands stands', { skip }, async (t) => {
  const { destination, folder, make, bring, forget } = await prepare(t)
  await bring('2026-08-30')
  t.not((await make('daily')).code, 0, 'no release to continue, and nobody said that it is the first')
  t.equal((await make('daily', 'FIRST=1')).code, 0)
  const pointer = await readFile(join(destination, 'latest.json'), 'utf8')
  const stands = async () => t.equal(await readFile(join(destination, 'latest.json'), 'utf8'), pointer)

  await forget()
  await writeFile(join(folder, 'source.tar.gz'), 'this is no archive')
  t.not((await make('daily')).code, 0, 'the source is damaged')
  await stands()

  await bring('2026-08-31')
  await writeFile(join(folder, 'source/offers.ndjson'), '')
  spawnSync('tar', ['-czf', join(folder, 'source.tar.gz'), '-C', join(folder, 'source'), '.'])
  const shrunk = await make('daily')
  t.not(shrunk.code, 0, 'the source is empty')
  t.match(shrunk.output, /banco-pellin/)
  t.match(await readFile(join(folder, 'daily/summary.md'), 'utf8'), /banco-pellin/, 'the summary says why')
  await stands()
})
