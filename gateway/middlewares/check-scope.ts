// The windows of lists that a kind of key may read.

import { scopeErrors } from '../../contract/api/list-query.ts'
import { type Handler, requestOf } from '../exchange/request-context.ts'
import { ApiProblem } from '../http/api-problem.ts'

/** Refuses windows that are larger, or further out, than the kind of key may read. */
export const checkScope: Handler = (_req, res, next) => {
  const { context } = res.locals
  const { query, typed } = requestOf(context)
  const { caller } = context
  if (!query || !caller) return next()
  const errors = scopeErrors(query, typed, caller.kind)
  if (errors.length === 0) return next()
  const detail = errors.map(
    ({ param, given, allowed }) => `${param} is ${given}; a ${caller.kind} key allows at most ${allowed}.`,
  )
  throw new ApiProblem('scope_exceeded', detail.join(' '), { errors })
}
