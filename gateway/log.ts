// Structured logs, one JSON object a line, by pino. Nothing that reaches a log may hold a key.

import { type DestinationStream, pino } from 'pino'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export interface Log {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** @param destination standard output where left out */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // SECURITY: a second line of defence, should a request ever be logged as a whole.
    redact: ['authorization', '*.authorization', '*.headers.authorization', 'cookie', '*.cookie'],
  }
  return destination ? pino(options, destination) : pino(options)
}

/** For whoever has nothing to say. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
