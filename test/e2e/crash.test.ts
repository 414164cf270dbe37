// Builds that are killed at any moment, while a gateway serves and clients read. The current release is always whole.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { elementAt } from '../../lib/lists.ts'
import { offersBuild } from '../build/support/program.ts'
import { CATALOGUE, CATEGORIES, records, writeSource } from '../build/support/source.ts'
import { buildRelease } from '../helpers/build.ts'
import { startChild } from '../helpers/child-processes.ts'
import { startGateway, unlimited } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { bundle } from '../helpers/processes.ts'
import { inFull, LONG_MS } from '../helpers/slow-suite.ts'

t.setTimeout(LONG_MS)

const KILLS = inFull ? 200 : 16
const OFFERS = 40

const dayOf = (day: number) => new Date(Date.UTC(2026, 0, 1 + day, 10)).toISOString()

/** A catalogue in which every offer states its day. */
function sourceOf(day: number) {
  const offers = records(OFFERS, { title: `of ${dayOf(day)}`, valid_from: null, valid_until: null })
  return { catalogue: { ...CATALOGUE, data_as_of: dayOf(day) }, offers }
}

/** Resolves to whether the build came to its end before it was killed. */
function buildAndKill(source: string, out: string, afterMs: number): Promise<boolean> {
  const args = [bundle('build'), 'run', '--source', source, '--out', out]
  const child = startChild(process.execPath, args, { stdio: 'ignore' })
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      clearTimeout(timer)
      resolve(code === 0)
    })
  })
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await task()
  return performance.now() - start
}

t.test(
  `after each of ${KILLS} kills the current release is whole, and no reader sees anything else`,
  async (t) => {
    const root = t.testdir()
    const [source, out] = [join(root, 'source'), join(root, 'out')]
    writeSource(source, sourceOf(0))
    await buildRelease({ source, out })
    const { gateway, base, keys } = await startGateway(t, out, { limiter: unlimited, pollMs: 10 })
    const key = keys.issue('named')

    let reading = true
    const days = new Set<string>()
    const read = async () => {
      for (let round = 0; reading; round++) {
        const target = `/beta/offers?limit=${1 + (round % 100)}&offset=${(round * 7) % OFFERS}&category=${elementAt(CATEGORIES, round % 3).slug}`
        const answer = await call(base, target, { key })
        if (answer.status !== 200) throw new Error(`${target}: ${answer.status} ${answer.text}`)
        const { data, meta } = JSON.parse(answer.text) as {
          data: { title: string }[]
          meta: { data_as_of: string }
        }
        days.add(meta.data_as_of)
        const strange = data.find(({ title }) => title !== `of ${meta.data_as_of}`)
        if (strange) throw new Error(`${target}: of ${meta.data_as_of}, but it holds one ${strange.title}`)
        await sleep(10)
      }
    }
    const readers = Promise.all([read(), read()])

    let completed = 0
    let wholeMs = await timed(() => buildAndKill(source, join(root, 'measured'), 60_000))
    for (let kill = 1; kill <= KILLS; kill++) {
      writeSource(source, sourceOf(kill))
      // Spread evenly from a third of a build, when Node has started, to a little beyond its end; in an order that
      // looks like chance and is the same in every run.
      const moment = 0.33 + 0.77 * (((kill * 61) % KILLS) / KILLS)
      const ms = await timed(async () => {
        if (await buildAndKill(source, out, moment * wholeMs)) completed += 1
      })
      // The speed of a machine varies, so the duration is measured again.
      if (moment > 1) wholeMs = (wholeMs + ms) / 2
      const { code, stderr } = await offersBuild(['verify', '--out', out])
      if (code !== 0) t.fail(`after kill ${kill}: ${stderr}`)
    }
    writeSource(source, sourceOf(KILLS + 1))
    await buildRelease({ source, out })
    // The first poll may have begun before the release was there.
    await gateway.catalogue.refresh()
    await gateway.catalogue.refresh()
    reading = false
    await readers
    t.equal(
      gateway.catalogue.current?.manifest.data_as_of,
      dayOf(KILLS + 1),
      'after all kills a build succeeds',
    )
    t.comment(`${completed} builds ended before they were killed; readers saw ${days.size} days`)
    t.same(await readdir(join(out, '.staging')), [], 'the leftovers of the killed builds are removed')
  },
)
