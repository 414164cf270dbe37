import { ApiProblem } from '../../contract/api/api-problem.ts'
import { type Handler, requestOf } from '../request-context.ts'

/** Refuses parameters that are unknown, repeated, empty or malformed: a typo must not read as a full list. */
export const validateParameters: Handler = (_req, res, next) => {
  const { errors } = requestOf(res.locals.context)
  if (errors.length === 0) return next()
  const detail = errors
    .map(({ param, given, allowed }) => `${param}: expected ${allowed}, given "${given}"`)
    .join('; ')
  throw new ApiProblem('invalid_parameter', `${detail}.`, { errors: [...errors] })
}
