// The route and the version that a target names. SECURITY: before the key is checked and the request counted, a new target
// is only split and routed; validate-parameters.ts reads its parameters after that.

import { routeTarget } from '../../contract/api/request-target.ts'
import { PATHS } from '../../contract/api/resources.ts'
import { type ApiVersion, hasEnded, versionNamed } from '../../contract/api/versions.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Handler } from '../exchange/request-context.ts'
import type { TargetCache } from '../exchange/target-cache.ts'
import { ApiProblem } from '../http/api-problem.ts'
import { ALLOWED_METHODS } from '../http/headers.ts'

/** Finds route and version. Unknown addresses, other methods and ended versions end here, with or without a key. */
export function matchRoute(targets: TargetCache, clock: Clock): Handler {
  return (req, res, next) => {
    const known = targets.get(req.url)
    const unread = known ? undefined : routeTarget(req.url)
    const match = known ?? unread?.match
    if (!match)
      throw new ApiProblem('not_found', `There is no such route. See ${PATHS.openapi} for all routes.`)
    const { context } = res.locals
    // Before any check: the answers of errors name the version.
    context.version = match.version
    if (req.method !== 'GET' && req.method !== 'HEAD') throw methodNotAllowed(req.method)
    context.route = match.route
    if (match.version?.end && hasEnded(match.version, clock())) throw versionGone(match.version)
    context.request = known
    context.unread = unread
    next()
  }
}

function methodNotAllowed(method: string): ApiProblem {
  const headers = ['Allow', ALLOWED_METHODS]
  return new ApiProblem('method_not_allowed', `${method} is not answered here.`, { headers })
}

function versionGone({ basePath, end }: ApiVersion): ApiProblem {
  const detail = `${basePath} ended at ${end?.sunset}. Use ${end && versionNamed(end.successor).basePath} instead.`
  return new ApiProblem('version_gone', detail)
}
