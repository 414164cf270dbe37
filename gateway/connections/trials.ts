// A connection of a blocked address may prove that it has a good key: it may send one request, and stays if the key is
// accepted. SECURITY: the places are few, so that a blocked address costs little; who says nothing in time loses its place.

import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../../lib/time/clock.ts'

/** At a time, from one address. A request takes milliseconds, so these are enough for an office. */
export const MAX_TRIALS = 20

/** How long a place is safe for a connection that has not sent its request, in milliseconds. */
export const SILENT_TRIAL_MS = 1_000

export interface Trial {
  readonly beganAt: number
  /** The answer to the one request, once that has come. */
  answer: ServerResponse | undefined
}

export class Trials {
  readonly #clock: Clock
  /** By address, oldest first. */
  readonly #running = new Map<string, Map<Socket, Trial>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Begins a trial; undefined if all places of the address are taken. */
  begin(countedAs: string, socket: Socket): Trial | undefined {
    const running = this.#running.get(countedAs) ?? new Map<Socket, Trial>()
    if (running.size >= MAX_TRIALS && !this.#dropSilent(running)) return undefined
    const trial = { beganAt: this.#clock(), answer: undefined }
    this.#running.set(countedAs, running.set(socket, trial))
    return trial
  }

  end(countedAs: string, socket: Socket): void {
    const running = this.#running.get(countedAs)
    running?.delete(socket)
    if (running?.size === 0) this.#running.delete(countedAs)
  }

  #dropSilent(running: Map<Socket, Trial>): boolean {
    const since = this.#clock() - SILENT_TRIAL_MS
    for (const [socket, { answer, beganAt }] of running) {
      if (answer !== undefined || beganAt > since) continue
      running.delete(socket)
      socket.destroy()
      return true
    }
    return false
  }
}
