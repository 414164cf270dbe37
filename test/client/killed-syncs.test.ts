// Cron runs `offers sync` on each new day, and is killed at random moments; a server searches the same folder meanwhile.

import { once } from 'node:events'
import { readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { createOffersClient } from '../../client/index.ts'
import { createMirror } from '../../client/mirror/index.ts'
import { between, happens, seededRandom } from '../../fixtures/generator/seeded-random.ts'
import { sha256 } from '../../lib/digest.ts'
import { cleanEnvironment, startChild } from '../helpers/child-processes.ts'
import { startMornings } from '../helpers/mornings.ts'
import { inFull, LONG_MS } from '../helpers/slow-suite.ts'
import { until } from '../helpers/until.ts'

t.setTimeout(LONG_MS)

const ROUNDS = inFull ? 50 : 6
/** A file is made, written and renamed; some systems report more events. */
const MOST_CHANGES = 5

const LIBRARY = fileURLToPath(new URL('../../client/dist', import.meta.url))
const SEARCHER = fileURLToPath(new URL('./support/searcher.mjs', import.meta.url))

interface Found {
  calledAt: number
  sha256?: string
  error?: string
}

/** A server that searches the copy until the test ends. @returns what it found, which grows */
function startSearcher(t: Test, folder: string): Found[] {
  const child = startChild(process.execPath, [SEARCHER, LIBRARY, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const found: Found[] = []
  if (child.stdout) createInterface(child.stdout).on('line', (line) => found.push(JSON.parse(line)))
  child.once('exit', (code) => found.push({ calledAt: Date.now(), error: `it ended with ${code}` }))
  return found
}

/** When a sync is killed: after a time, or once the folder of the copy has changed this often. */
type KillMoment = { afterMs: number } | { afterChanges: number }

/** Runs `offers sync` to its end, unless it is killed before. @returns whether it ended by itself */
async function sync(folder: string, env: NodeJS.ProcessEnv, moment?: KillMoment): Promise<boolean> {
  const child = startChild(process.execPath, [join(LIBRARY, 'cli.js'), 'sync', folder], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const over = new AbortController()
  const { signal } = over
  if (moment && 'afterMs' in moment) {
    const timer = setTimeout(() => child.kill('SIGKILL'), moment.afterMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
  } else if (moment) {
    let left = moment.afterChanges
    watch(folder, { signal }, () => {
      left -= 1
      if (left === 0) child.kill('SIGKILL')
    })
  }
  const [code, killedBy] = await ended
  over.abort()
  if (code !== 0 && killedBy !== 'SIGKILL') throw new Error(`offers sync ended with ${code}`)
  return code === 0
}

t.test(
  `over ${ROUNDS} days with killed syncs a server finds only whole days, at most a second late`,
  async (t) => {
    const root = t.testdir({ mornings: {} })
    const folder = join(root, 'copy')
    const { base, key, publish } = await startMornings(t, join(root, 'mornings'))
    const env = { ...cleanEnvironment(), OFFERS_BASE_URL: base, OFFERS_KEY: key }
    /** The number of each day by the digest of all its offers. */
    const days = new Map<string, number>()
    const noteDay = async (day: number) => {
      const mirror = createMirror(createOffersClient({ baseUrl: base, key, cache: false }))
      await mirror.sync()
      days.set(sha256(JSON.stringify(await mirror.find())), day)
    }
    const completed: { day: number; at: number }[] = []
    const syncTo = async (day: number, moment?: KillMoment) => {
      const isDone = await sync(folder, env, moment)
      if (isDone) completed.push({ day, at: Date.now() })
      return isDone
    }

    await noteDay(0)
    const begun = performance.now()
    await syncTo(0)
    const usualMs = performance.now() - begun
    const found = startSearcher(t, folder)
    await until('the server has found the first day', () => found.length > 0)
    const random = seededRandom('killed syncs')
    let kills = 0
    for (let day = 1; day <= ROUNDS; day++) {
      await publish(day)
      await noteDay(day)
      const isWriting = happens(random, 0.5)
      const moment = isWriting
        ? { afterChanges: between(random, 1, MOST_CHANGES) }
        : { afterMs: random() * 1.2 * usualMs }
      if (!(await syncTo(day, moment))) kills += 1
    }
    await syncTo(ROUNDS)
    const last = completed.at(-1)?.at ?? 0
    await until('the server has searched a second later', () => (found.at(-1)?.calledAt ?? 0) > last + 1000)

    t.strictSame(
      found.filter(({ error }) => error !== undefined),
      [],
      'no search fails',
    )
    t.strictSame(
      found.filter((each) => !days.has(each.sha256 ?? '')),
      [],
      'each search finds one whole day',
    )
    const seen = found.map(({ calledAt, sha256 = '' }) => ({ calledAt, day: days.get(sha256) ?? -1 }))
    const late = seen.filter(({ calledAt, day }) =>
      completed.some((sync) => sync.at < calledAt - 1000 && sync.day > day),
    )
    t.strictSame(late, [], 'none is older than a sync that ended a second before the search')
    t.strictSame(
      seen.filter(({ day }, index) => day < (seen[index - 1]?.day ?? 0)),
      [],
      'no day comes back',
    )
    t.equal(seen.at(-1)?.day, ROUNDS)
    t.ok(kills > 0, 'some syncs were killed')
    const different = new Set(seen.map(({ day }) => day)).size
    const leftovers = readdirSync(folder).filter((name) => name.endsWith('.tmp')).length
    t.comment(
      `${kills} kills, ${leftovers} of them while a file was written; ${seen.length} searches, ${different} days seen`,
    )
  },
)
