// The error class of the command lines: a stable code, a sentence for the operator, an exit code. Anything thrown can be
// explained as one.

/** Stable words to branch on. */
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

type OperatorErrorCode = (typeof OPERATOR_ERROR_CODES)[number]

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

/**
 * Throws one error for all faults, if there are any.
 * @throws {OperatorError} with a line for each fault; its code is `usage` if one fault has it, else that of the first
 */
export function throwFaults(faults: readonly OperatorError[]): void {
  const [first, second] = faults
  if (!first) return
  if (!second) throw first
  const { code } = faults.find((fault) => fault.code === 'usage') ?? first
  throw new OperatorError(code, faults.map(({ message }) => message).join('\n'), { cause: first })
}

/** The operating system's error code (`ENOENT`, `ENOSPC`, …) of anything thrown, if it has one. */
export function systemCode(error: unknown): string | undefined {
  const { code }: { code?: unknown } = Object(error)
  return typeof code === 'string' ? code : undefined
}

/** The message of anything thrown. Node's error for a host whose addresses all refused has a code, but no message. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || (systemCode(error) ?? 'no reason given')
}

/** The result of a call. @throws {OperatorError} `where: the message` instead of any error of the call */
export function failingAs<T>(code: OperatorErrorCode, where: string, call: () => T): T {
  try {
    return call()
  } catch (cause) {
    throw new OperatorError(code, `${where}: ${messageOf(cause)}`, { cause })
  }
}

/** The words for codes of the operating system. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file is too large for the file system',
  EMFILE: 'too many open files',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'not a folder',
  EISDIR: 'a folder, not a file',
  EIO: 'the device failed',
}

/**
 * Anything thrown as an `OperatorError`: itself if it is one, otherwise `system`. Its message is the path and the reason of
 * `REASONS`, or that of the error if its code is not there.
 * @param folder named before a reason if the error has no path: the system gives none when writing to an open file fails
 */
export function explainError(error: unknown, folder?: string): OperatorError {
  if (error instanceof OperatorError) return error
  const code = systemCode(error)
  const reason = code === undefined ? undefined : REASONS[code]
  const message = reason ? [failedPath(error) ?? folder, reason].filter(Boolean).join(': ') : messageOf(error)
  return new OperatorError('system', message, { cause: error })
}

/** Whether a failure is a full disk, by the words of `REASONS`: no more than the message comes back from a worker. */
export function isFullDisk({ code, message }: OperatorError): boolean {
  const words = [REASONS.ENOSPC, REASONS.EDQUOT]
  return code === 'system' && words.some((reason) => reason !== undefined && message.endsWith(reason))
}

/** The path of the error; for a rename, the destination. */
function failedPath(error: unknown): string | undefined {
  const { dest, path }: { dest?: unknown; path?: unknown } = Object(error)
  return [dest, path].find((each) => typeof each === 'string')
}
