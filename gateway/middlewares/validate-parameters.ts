import { type ParameterFault, parameterErrors } from '../../contract/api/list-query.ts'
import type { KeyKind } from '../../contract/keys/kinds.ts'
import { type Handler, requestOf } from '../exchange/request-context.ts'
import type { TargetParser } from '../exchange/target-parser.ts'
import { ApiProblem } from '../http/api-problem.ts'

/** Refuses parameters that are unknown, repeated, empty or malformed: a typo must not read as a full list. */
export function validateParameters(targets: TargetParser): Handler {
  return (req, res, next) => {
    const { context } = res.locals
    // SECURITY: an unknown target is parsed only here, after the key is checked and the request counted.
    if (context.unread) context.request = targets.read(req.url, context.unread)
    const { faults } = requestOf(context)
    if (faults.length === 0) return next()
    throw invalidParameters(faults, context.caller?.kind)
  }
}

function invalidParameters(faults: readonly ParameterFault[], kind: KeyKind | undefined): ApiProblem {
  const errors = parameterErrors(faults, kind)
  const detail = errors
    .map(({ param, given, allowed }) => `${param}: expected ${allowed}, given "${given}"`)
    .join('; ')
  return new ApiProblem('invalid_parameter', `${detail}.`, { errors })
}
