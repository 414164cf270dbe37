// Gives an error that nothing catches to the test in whose work it was thrown, as the package async-hook-domain does, which
// tap uses. That package also wants to know when each promise is collected, and Node's account of it takes about a tenth of
// the processor time of a suite with many promises. This one does not ask: it remembers each piece of work for as long as
// the process runs.

import { createHook, executionAsyncId } from 'node:async_hooks'

/** Numbers of one page. Node counts the pieces of work of a process from 1 on. */
const PAGE = 65_536

/** For each piece of work, the place of its domain in `domains`. */
const pages = /** @type {Int32Array[]} */ ([])
const domains = /** @type {(Domain | undefined)[]} */ ([undefined])

/** @param {number} work 0 if it has no domain */
const placeOf = (work) => pages[Math.floor(work / PAGE)]?.[work % PAGE] ?? 0

/**
 * @param {number} work
 * @param {number} place
 */
function setPlace(work, place) {
  const index = Math.floor(work / PAGE)
  pages[index] ??= new Int32Array(PAGE)
  pages[index][work % PAGE] = place
}

/** The nearest domain around the present work that has not been destroyed. */
function presentDomain() {
  let domain = domains[placeOf(executionAsyncId())]
  while (domain?.isDestroyed) domain = domain.parent
  return domain
}

/**
 * @param {unknown} error
 * @param {string} type
 * @returns whether a domain has taken it. A test that listens for such errors itself gets them instead
 */
function give(error, type) {
  if (process.hasUncaughtExceptionCaptureCallback() || process.listenerCount('uncaughtException') > 0)
    return false
  const domain = presentDomain()
  domain?.onerror(error, type)
  return domain !== undefined
}

let isListening = false

function listen() {
  if (isListening) return
  isListening = true
  createHook({
    init(work, _type, beginner) {
      const place = placeOf(beginner)
      if (place !== 0) setPlace(work, place)
    },
  }).enable()
  process.on('uncaughtExceptionMonitor', (error, type) => {
    if (!give(error, type)) return
    // Otherwise Node would end the process after this.
    process.setUncaughtExceptionCaptureCallback(() => process.setUncaughtExceptionCaptureCallback(null))
  })
  const { emit } = process
  // A listener would be counted by those who ask whether there is one.
  process.emit = (event, ...more) =>
    event === 'unhandledRejection' && process.listenerCount(event) === 0
      ? give(more[0], event)
      : emit.call(process, event, ...more)
}

/** Holds for the work in which it is made, and for all that begins there. */
export class Domain {
  isDestroyed = false

  /** @param {(error: unknown, type: string) => void} onerror */
  constructor(onerror) {
    this.onerror = onerror
    this.parent = presentDomain()
    setPlace(executionAsyncId(), domains.push(this) - 1)
    listen()
  }

  destroy() {
    this.isDestroyed = true
  }
}
