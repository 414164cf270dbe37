// `serve --check`: opens each part that a gateway needs, reports its faults, and serves nothing.

import type { Settings } from '../../lib/command-line/command.ts'
import type { CommandContext } from '../../lib/command-line/command-context.ts'
import { explainError, OperatorError, throwFaults } from '../../lib/errors.ts'
import { monotonicClock, systemClock } from '../../lib/time/clock.ts'
import { Catalogue } from '../catalogue/catalogue.ts'
import { ObjectWatch } from '../catalogue/object-watch.ts'
import { countKeys } from '../keys/key-verdict.ts'
import { openKeyStore } from '../keys/open-key-store.ts'
import { openLimiter } from '../limits/open-limiter.ts'
import { openOrigin } from '../origin/open-origin.ts'
import { keysInWords } from './keys.ts'
import type { SERVE_OPTIONS } from './serve-options.ts'

/** Objects examined, spread over the whole table: enough to find that one of the 256 folders of `objects/` is lost. */
const SAMPLE_OBJECTS = 2_000

type Places = Pick<Settings<typeof SERVE_OPTIONS>, 'origin' | 'keys' | 'limits'>

/** Checks one part. Resolves with a few words about it, e.g. `counted in memory`; rejects with its fault. */
type Check = () => Promise<string>

/**
 * Prints a line for each part without a fault.
 * @throws {OperatorError} with a line for each part with a fault; `usage` if one of them is wrong usage
 */
export async function checkServe(places: Places, stdout: CommandContext['stdout']): Promise<void> {
  const checks: Readonly<Record<string, Check>> = {
    keys: () => checkKeys(places.keys),
    limits: () => checkLimits(places.limits),
    release: () => checkRelease(places.origin),
  }
  const faults: OperatorError[] = []
  for (const [part, check] of Object.entries(checks)) {
    try {
      stdout.write(`${part}: ${await check()}\n`)
    } catch (error) {
      const { code, message } = explainError(error)
      faults.push(new OperatorError(code, `${part}: ${message}`, { cause: error }))
    }
  }
  throwFaults(faults)
}

async function checkKeys(location: string): Promise<string> {
  const store = await openKeyStore(location)
  try {
    const { states } = await countKeys(store, systemClock())
    const { badLines } = await store.condition()
    if (badLines.length > 0) throw new OperatorError('bad-keys', badLines.join('; '))
    const found = `${states.good} of ${keysInWords(sumOf(states))} valid`
    if (states.good > 0) return found
    // Every request would get a 401, e.g. with the wrong Redis database.
    throw new OperatorError('bad-keys', `${found}: issue one`)
  } finally {
    await store.close()
  }
}

function sumOf(states: Readonly<Record<string, number>>): number {
  return Object.values(states).reduce((sum, count) => sum + count, 0)
}

async function checkLimits(location: string): Promise<string> {
  let failure: unknown
  const onError = (error: unknown) => {
    failure ??= error
  }
  const limiter = await openLimiter(location, monotonicClock, { onError })
  try {
    // Redis may accept a connection and refuse the command. A limiter never rejects: it reports the failure to `onError`.
    await limiter.consume('check', 1)
  } finally {
    await limiter.close()
  }
  if (failure !== undefined) throw failure
  return location === 'memory' ? 'counted in memory' : 'counted in Redis'
}

async function checkRelease(place: Places['origin']): Promise<string> {
  const origin = await openOrigin(place)
  const failures: string[] = []
  const catalogue = new Catalogue(origin, {
    // Neither matters: the pointer is checked once, and no request is answered.
    cacheBytes: 1,
    pollMs: 0,
    events: { swapped: () => {}, failed: (message) => void failures.push(message) },
  })
  await catalogue.refresh()
  const faults: OperatorError[] = []
  const objects = new ObjectWatch(origin, {
    failed: (error) => void faults.push(error),
    recovered: () => {},
  })
  await objects.look(catalogue.current, SAMPLE_OBJECTS)
  // Always reached, because neither `refresh` nor `look` rejects.
  origin.close()
  const { manifest } = catalogue.current ?? {}
  if (!manifest) throw new OperatorError('bad-release', failures.join('; '))
  const [fault] = faults
  if (fault) throw fault
  return `${manifest.id}, data of ${manifest.data_as_of}`
}
