// The error class of HTTP answers: thrown anywhere in the gateway, answered in one place.

import { type ParameterError, PROBLEMS, type ProblemCode } from '../../contract/api/problems.ts'

export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly code: ProblemCode
  /** The parameters at fault, if the problem is about parameters. */
  readonly errors: ParameterError[] | undefined
  /** Headers that belong to this answer alone, e.g. `Allow`, as a flat list of names and values. */
  readonly headers: readonly string[]

  constructor(
    code: ProblemCode,
    detail: string,
    options: { errors?: ParameterError[]; headers?: readonly string[]; cause?: unknown } = {},
  ) {
    const { stackTraceLimit } = Error
    // No stack for faults of clients: recording one costs more than the answer, and nothing reads it.
    if (PROBLEMS[code].status < 500) Error.stackTraceLimit = 0
    super(detail, options.cause === undefined ? undefined : { cause: options.cause })
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
    this.errors = options.errors
    this.headers = options.headers ?? []
  }

  get status(): number {
    return PROBLEMS[this.code].status
  }
}
