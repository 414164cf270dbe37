// The other side of `stage.ts`: what a promise asks of it, from wherever the client runs. So it imports nothing else.

import { type ClientOptions, type Clock, createOffersClient, type Offer } from '../../../client/index.ts'

const DEADLINE_MS = 600_000

export class RemoteStage {
  readonly base: string

  constructor(base: string) {
    this.base = base
  }

  async do(deed: string, words: Readonly<Record<string, string | number>> = {}): Promise<string> {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(words)) query.set(name, String(value))
    const answer = await fetch(`${this.base}/stage/${deed}?${query}`)
    if (!answer.ok) throw new Error(`${deed}: ${await answer.text()}`)
    return (await answer.json()) as string
  }

  /** A client that waits on the clock of the gateway, and notes how long. */
  async client(kind: 'demo' | 'named', options: Partial<ClientOptions> = {}) {
    const key = await this.do('key', { kind })
    const waits: number[] = []
    const clock: Clock = {
      now: () => Date.now(),
      random: () => 0,
      sleep: (milliseconds, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve())
          // The deadline of a request never comes.
          if (milliseconds >= DEADLINE_MS) return
          waits.push(milliseconds)
          this.do('pass', { milliseconds }).then(() => resolve())
        }),
    }
    const client = createOffersClient({
      baseUrl: this.base,
      key,
      clock,
      timeoutMs: DEADLINE_MS,
      hooks: { onTruncated: () => {} },
      ...options,
    })
    return { client, key, waits }
  }

  /** The offers that the snapshot holds now. */
  async offers(): Promise<Offer[]> {
    const lines = (await this.do('snapshot')).trimEnd().split('\n')
    return lines.map((line) => {
      const { meta: _, ...offer } = JSON.parse(line)
      return offer
    })
  }
}
