// Start, readiness and stop of a whole gateway.

import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { Gateway } from '../../gateway/gateway.ts'
import { silentLog } from '../../gateway/lib/log.ts'
import { MemoryLimiter } from '../../gateway/limits/memory-limiter.ts'
import { folderOrigin } from '../../gateway/origin/folder-origin.ts'
import { MemoryKeyStore } from '../helpers/gateway.ts'
import { holdTimers } from '../helpers/held-timer.ts'
import { publishTinyRelease } from '../helpers/tiny-release.ts'

/** A gateway that does not listen yet, and the calls that its parts get. */
function assembled(root: string, { pollMs = 3_600_000, log = silentLog } = {}) {
  const origin = folderOrigin(root)
  const keyStore = new MemoryKeyStore()
  const limiter = new MemoryLimiter(() => 0)
  const closed: string[] = []
  const done = { looks: 0, closed }
  const readPointer = origin.reader.pointer.bind(origin.reader)
  origin.reader.pointer = () => {
    done.looks += 1
    return readPointer()
  }
  origin.close = () => void closed.push('origin')
  keyStore.close = async () => void closed.push('key store')
  limiter.close = async () => void closed.push('limiter')
  const parts = { origin, keyStore, limiter, clientAddress: () => '192.0.2.1', clock: () => 0 }
  const gateway = new Gateway({ ...parts, log, cacheBytes: 1_000_000, pollMs })
  return { gateway, done }
}

t.test('a gateway is not ready before it has a release and listens', async (t) => {
  const root = t.testdir()
  publishTinyRelease(root)
  const { gateway } = assembled(root)
  t.same(await gateway.readiness(), {
    release: 'none is loaded',
    key_store: 'ok',
    serving: 'not listening yet',
  })
  await gateway.start('127.0.0.1', 0)
  t.same(await gateway.readiness(), { release: 'ok', key_store: 'ok', serving: 'ok' })
  await gateway.stop()
})

t.test('a gateway that does not listen stops without the delay', async (t) => {
  const { gateway, done } = assembled(t.testdir())
  const delays = holdTimers(t, 1_000)
  const stopped = gateway.stop({ delayMs: 1_000 })
  t.equal(delays.length, 0)
  for (const delay of delays) delay.end()
  await stopped
  t.same(done.closed.toSorted(), ['key store', 'limiter', 'origin'])
})

t.test('stopping closes every part once, and ends the checks for releases', async (t) => {
  const root = t.testdir()
  publishTinyRelease(root)
  const { gateway, done } = assembled(root, { pollMs: 1 })
  await gateway.start('127.0.0.1', 0)
  await Promise.all([gateway.stop(), gateway.stop()])
  await gateway.stop()
  t.same(done.closed.toSorted(), ['key store', 'limiter', 'origin'])
  await gateway.catalogue.refresh()
  const { looks } = done
  // Timers of one process run in the order of their times: that of the next check would run first.
  await sleep(2)
  await sleep(2)
  t.equal(done.looks, looks)
})
