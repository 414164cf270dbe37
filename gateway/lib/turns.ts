// Spreads work over turns of the event loop.

/**
 * A queue that lets one caller through in each turn of the event loop, so that other events are handled in between.
 * @returns resolves when it is the caller's turn
 */
export function oneATurn(): () => Promise<void> {
  const waiting: (() => void)[] = []
  const letOneThrough = () => {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(letOneThrough)
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) setImmediate(letOneThrough)
    })
}
