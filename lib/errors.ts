// The one error of both programs' command lines: a stable code, a sentence for the operator, an exit code.

/** What can go wrong, as stable words to branch on. */
export const OPERATOR_ERROR_CODES = [
  'usage',
  'bad-source',
  'broken-source',
  'broken-issuer',
  'not-newer',
  'in-the-future',
  'locked',
  'bad-release',
  'bad-signature',
  'no-release',
  'not-verified',
  'bad-keys',
  'key-store-unavailable',
  'system',
] as const

export type OperatorErrorCode = (typeof OPERATOR_ERROR_CODES)[number]

export class OperatorError extends Error {
  override readonly name = 'OperatorError'
  readonly code: OperatorErrorCode

  constructor(code: OperatorErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }

  /** `usage` ends a program with 2, every other code with 1. */
  get exitCode(): 1 | 2 {
    return this.code === 'usage' ? 2 : 1
  }
}

/** The operating system's error code (`ENOENT`, `ENOSPC`, …) of anything thrown, if it has one. */
export function systemCode(error: unknown): string | undefined {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string') {
    return error.code
  }
  return undefined
}

/** The message of anything thrown. An error of several addresses that all refused has none, but a code. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || (systemCode(error) ?? 'no reason given')
}
