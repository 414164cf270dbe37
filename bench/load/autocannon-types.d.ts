// As much of autocannon as is used here; it brings no types along.

declare module 'autocannon' {
  interface Result {
    /** In seconds. */
    duration: number
    requests: { total: number }
    throughput: { total: number }
    errors: number
    '4xx': number
    '5xx': number
  }
  function autocannon(options: object): Promise<Result>
  export = autocannon
}
