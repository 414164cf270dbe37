// A log that remembers its lines.

import type { Log } from '../../../gateway/lib/log.ts'

export interface LogLine {
  level: keyof Log
  message: string
  facts: Record<string, unknown>
}

export interface RecordingLog extends Log {
  readonly lines: LogLine[]
  /** The facts logged with this message. */
  facts(message: string): Record<string, unknown>[]
}

export function recordingLog(): RecordingLog {
  const lines: LogLine[] = []
  const at = (level: keyof Log) => (facts: object, message: string) =>
    void lines.push({ level, message, facts: { ...facts } })
  return {
    lines,
    facts: (message) => lines.filter((line) => line.message === message).map(({ facts }) => facts),
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
  }
}
