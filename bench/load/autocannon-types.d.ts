// The part of autocannon's interface that is used here; the package has no types.

declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  interface Client {
    setRequests(requests: object[]): void
  }
  interface Options {
    url: string
    /** In seconds. */
    duration: number
    connections: number
    setupClient: (client: Client) => void
  }
  interface Result {
    /** In seconds. */
    duration: number
    errors: number
  }
  const autocannon: (options: Options, done: (error: Error | null, result: Result) => void) => EventEmitter
  export = autocannon
}
