// A real redis-server for tests: it listens on a free port, and is stopped when the test ends.

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { RedisClient } from '@redis/client'
import { startChild } from './child-processes.ts'
import { freePort } from './free-port.ts'
import { until } from './until.ts'
import { withoutProgram } from './without-program.ts'

export const withoutRedis = withoutProgram('redis-server')

export class TestRedis {
  readonly port: number
  readonly #args: readonly string[]
  #process: ChildProcess | undefined

  constructor(port: number, args: readonly string[]) {
    this.port = port
    this.#args = args
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  /** Starts the server, or restarts it after `stop` on the same port; resolves when it answers. */
  start(): Promise<void> {
    return this.startWith(() => this.#answers())
  }

  /** As `start`, for a server that takes no plain connections. @param answers whether the server answers */
  async startWith(answers: () => Promise<boolean>): Promise<void> {
    const child = startChild('redis-server', this.#args, { stdio: 'ignore' })
    this.#process = child
    await once(child, 'spawn')
    await until('redis-server answers', () => {
      if (child.exitCode !== null) throw new Error('redis-server did not start')
      return answers()
    })
  }

  /** Kills the server, like a crash; resolves when its process has ended. */
  async stop(): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  /** Makes the server hang: connections stay open, but get no answers. */
  pause(): void {
    this.#process?.kill('SIGSTOP')
  }

  resume(): void {
    this.#process?.kill('SIGCONT')
  }

  /** Sends one command over a new connection. */
  async command(...words: string[]): Promise<unknown> {
    // Not by `createClient`, which makes a class with a method for each of the 500 commands if another address was the last.
    const client = new RedisClient({ url: this.url, socket: { reconnectStrategy: false } })
    // Without a listener an error would end the process; the calls below reject with it anyway.
    client.on('error', () => {})
    await client.connect()
    return client.sendCommand(words).finally(() => client.destroy())
  }

  async #answers(): Promise<boolean> {
    return this.command('PING').then(
      () => true,
      () => false,
    )
  }
}

/**
 * Starts a server that is stopped when the test ends.
 * @param folder the folder in which the server stores each change, so that `stop` loses none; without it nothing is stored
 * @param furtherOptions of `redis-server`
 */
export async function startRedis(
  t: { teardown(handler: () => Promise<void>): void },
  folder?: string,
  furtherOptions: readonly string[] = [],
): Promise<TestRedis> {
  const port = await freePort()
  const durable = folder === undefined ? ['no'] : ['yes', '--appendfsync', 'always', '--dir', folder]
  const redis = new TestRedis(port, [
    ...['--port', `${port}`, '--save', '', '--appendonly', ...durable],
    // A replica would otherwise leave a file in the working folder, which every later server loads.
    ...['--repl-diskless-load', 'swapdb', '--repl-diskless-sync-delay', '0'],
    ...furtherOptions,
  ])
  t.teardown(() => redis.stop())
  await redis.start()
  return redis
}
