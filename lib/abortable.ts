// Waiting that a signal ends, for what can't be called off itself.

/** What the promise gives, or a rejection with the signal's reason as soon as that fires. */
export async function abortable<T>(signal: AbortSignal | undefined, promise: Promise<T>): Promise<T> {
  if (!signal) return promise
  let end = () => {}
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
  try {
    return await Promise.race([promise, ended])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
