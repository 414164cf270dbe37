// Structured logs, one JSON object a line, by pino. Nothing that reaches a log may hold a key.

import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import { withoutKeys } from '../../contract/keys/format.ts'
import { printable } from '../../lib/text/printable.ts'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export interface Log {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export interface ProcessLog extends Log {
  /** Resolves when all lines so far are written, or have failed to be. */
  flush(): Promise<void>
}

const STANDARD_OUTPUT = 1

/** Unread lines beyond this many bytes are lost, to bound memory. */
const MAX_UNWRITTEN_BYTES = 16 * 1024 * 1024

/** Writes to standard output without waiting for it; the rest is written when the process exits. */
export function createProcessLog(level: LogLevel): ProcessLog {
  const destination = pino.destination({
    dest: STANDARD_OUTPUT,
    sync: false,
    // Writes each line at once. So does 0, but then `flush` does not wait for it.
    minLength: 1,
    maxLength: MAX_UNWRITTEN_BYTES,
  })
  const log = createLog(level, destination)
  return Object.assign(log, {
    flush: () => new Promise<void>((resolve) => destination.flush(() => resolve())),
  })
}

export function createLog(level: LogLevel, destination: DestinationStream): Log {
  return pino(optionsFor(level), destination)
}

function optionsFor(level: LogLevel): LoggerOptions {
  return {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    // SECURITY: the last line of defence. No line should hold a key; one that does loses it here.
    hooks: { streamWrite: (line) => printable(withoutKeys(line)) },
  }
}

/** Logs nothing. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
