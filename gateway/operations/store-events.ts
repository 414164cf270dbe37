// What key store and limiter report goes to the log and to the counts of failures.

import type { KeyStoreEvents } from '../keys/key-store.ts'
import type { Log } from '../lib/log.ts'
import type { FailureWatches } from './failure-watch.ts'

const MOVED = 'Redis moved or restarted'

export function keyStoreEvents(log: Log, failures: FailureWatches): KeyStoreEvents {
  return {
    onError: (error) => failures.keyStore.failed(error),
    onFaults: (faults) => {
      for (const fault of faults) failures.keys.failed(fault)
      if (faults.length === 0) failures.keys.recovered()
    },
    onMoved: () => log.warn({ part: 'key_store' }, MOVED),
  }
}

export function limiterEvents(log: Log, failures: FailureWatches) {
  return {
    onError: (error: unknown) => failures.limiter.failed(error),
    onMoved: () => log.warn({ part: 'limiter' }, MOVED),
  }
}
