// The parameters of a request, by the table of its route.

import { type ParameterFault, parameterErrors } from '../../contract/api/list-query.ts'
import { readParameters } from '../../contract/api/request-target.ts'
import type { KeyKind } from '../../contract/keys/kinds.ts'
import { type Handler, requestOf } from '../exchange/request-context.ts'
import type { TargetCache } from '../exchange/target-cache.ts'
import { ApiProblem } from '../http/api-problem.ts'

/** Refuses parameters that are unknown, repeated, empty or malformed: a typo must not read as a full list. */
export function validateParameters(targets: TargetCache): Handler {
  return (req, res, next) => {
    const { context } = res.locals
    if (context.unread) {
      context.request = readParameters(context.unread)
      targets.add(req.url, context.request)
    }
    const { faults } = requestOf(context)
    if (faults.length > 0) throw invalidParameters(faults, context.caller?.kind)
    next()
  }
}

function invalidParameters(faults: readonly ParameterFault[], kind: KeyKind | undefined): ApiProblem {
  const errors = parameterErrors(faults, kind)
  const detail = errors.map(({ param, given, allowed }) => `${param}: expected ${allowed}, given "${given}"`)
  return new ApiProblem('invalid_parameter', `${detail.join('; ')}.`, { errors })
}
