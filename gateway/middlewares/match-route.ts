import { routeTarget } from '../../contract/api/request-target.ts'
import { PATHS } from '../../contract/api/resources.ts'
import { type ApiVersion, hasEnded, versionNamed } from '../../contract/api/versions.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Handler } from '../exchange/request-context.ts'
import type { TargetParser } from '../exchange/target-parser.ts'
import { ApiProblem } from '../http/api-problem.ts'
import { ALLOWED_METHODS } from '../http/headers.ts'

/** Finds route and version. Unknown addresses and methods end here, with or without a key. */
export function matchRoute(targets: TargetParser, clock: Clock): Handler {
  return (req, res, next) => {
    const known = targets.remembered(req.url)
    const unread = known ? undefined : routeTarget(req.url)
    const found = known ?? unread?.found
    if (!found)
      throw new ApiProblem('not_found', `There is no such route. See ${PATHS.openapi} for all routes.`)
    const { context } = res.locals
    context.version = found.version
    requireReading(req.method)
    context.route = found.route
    if (found.version?.end && hasEnded(found.version, clock())) throw versionGone(found.version)
    context.request = known
    context.unread = unread
    next()
  }
}

/** @throws {ApiProblem} `method_not_allowed` for other methods than GET and HEAD */
function requireReading(method: string): void {
  if (method === 'GET' || method === 'HEAD') return
  throw new ApiProblem('method_not_allowed', `${method} is not answered here.`, {
    headers: ['Allow', ALLOWED_METHODS],
  })
}

function versionGone({ basePath, end }: ApiVersion): ApiProblem {
  const detail = `${basePath} ended at ${end?.sunset}. Use ${end && versionNamed(end.successor).basePath} instead.`
  return new ApiProblem('version_gone', detail)
}
