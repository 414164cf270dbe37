import { ApiProblem } from '../../contract/api/api-problem.ts'
import { describeFaults } from '../../contract/api/list-query.ts'
import { type Handler, requestOf } from '../request-context.ts'

/** Refuses parameters that are unknown, repeated, empty or malformed: a typo must not read as a full list. */
export const validateParameters: Handler = (_req, res, next) => {
  const { context } = res.locals
  const { faults } = requestOf(context)
  if (faults.length === 0) return next()
  const errors = describeFaults(faults, context.caller?.kind)
  const detail = errors
    .map(({ param, given, allowed }) => `${param}: expected ${allowed}, given "${given}"`)
    .join('; ')
  throw new ApiProblem('invalid_parameter', `${detail}.`, { errors })
}
