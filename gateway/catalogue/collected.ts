// When memory is free: not as soon as something is let go of, but once V8 has found nothing that refers to it.

const awaited = new FinalizationRegistry<() => void>((then) => then())

/**
 * Calls `then` some time after the last reference to a thing is gone; never, where V8 sees no need to collect it.
 * @param then must not refer to the thing, or that is never collected
 */
export function whenCollected(thing: object, then: () => void): void {
  awaited.register(thing, then)
}
