// Time and chance, which tests put others in the place of.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after so many milliseconds, or as soon as the signal fires. */
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

export interface Limit {
  clock: Clock
  /** Of the caller: whatever is awaited ends with it. */
  signal?: AbortSignal | undefined
}

/**
 * What `work` resolves to, if it does so in time; otherwise it is left to itself.
 * @param late makes the error for when it does not
 * @throws the reason of the signal, if that fires first
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
    if (over.signal.aborted) return new Promise<never>(() => {})
    throw late()
  })
  try {
    return await unlessAborted(Promise.race([work(), deadline]), signal)
  } finally {
    over.abort()
  }
}

/** What `work` resolves to. @throws the reason of the signal, if that fires first; the work itself goes on */
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

/** Waits. @throws the reason of the signal, if that fires before the time is over */
export async function pause(milliseconds: number, { clock, signal }: Limit): Promise<void> {
  signal?.throwIfAborted()
  await clock.sleep(milliseconds, signal ?? new AbortController().signal)
  signal?.throwIfAborted()
}
