// Time and random numbers, which tests replace.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after the given time, or as soon as the signal aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  /** A number from 0 to 1, 1 excluded. */
  random(): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      if (signal.aborted) done()
      else signal.addEventListener('abort', done)
    }),
}

/** What bounds a wait. */
export interface Limit {
  clock: Clock
  /** The signal of the caller: if it aborts, the wait ends. */
  signal?: AbortSignal | undefined
}

/**
 * Resolves as `work` does, if that is in time. Late work is not stopped, and its result is ignored.
 * @param late makes the error if it is not in time
 * @throws the reason of the signal, if that aborts first
 */
export async function within<T>(
  milliseconds: number,
  { clock, signal }: Limit,
  late: () => Error,
  work: () => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const over = new AbortController()
  const deadline = clock.sleep(milliseconds, over.signal).then(() => {
    // The work has ended: this promise stays pending, and nothing waits for it.
    if (over.signal.aborted) return new Promise<never>(() => {})
    throw late()
  })
  try {
    return await unlessAborted(Promise.race([work(), deadline]), signal)
  } finally {
    over.abort()
  }
}

/** Resolves as `work` does. @throws the reason of the signal, if that aborts first; the work itself is not stopped */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal?.reason)
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
}

/** Waits. @throws the reason of the signal, if that aborts before the time is over */
export async function pause(milliseconds: number, { clock, signal }: Limit): Promise<void> {
  signal?.throwIfAborted()
  await clock.sleep(milliseconds, signal ?? new AbortController().signal)
  signal?.throwIfAborted()
}
