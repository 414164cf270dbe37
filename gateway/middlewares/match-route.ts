import { ApiProblem } from '../../contract/api/api-problem.ts'
import { routeOf, splitTarget } from '../../contract/api/request-target.ts'
import { ALLOWED_METHODS } from '../http/headers.ts'
import type { TargetParser } from '../http/target-parser.ts'
import type { Handler } from '../request-context.ts'

/** Finds out what is asked for. Unknown addresses and methods end here, with or without a key. */
export function matchRoute(targets: TargetParser): Handler {
  return (req, res, next) => {
    const known = targets.remembered(req.url)
    const route = known ? known.route : routeOf(splitTarget(req.url).path)
    if (!route)
      throw new ApiProblem('not_found', 'There is no such route. See /beta/openapi.json for those there are.')
    requireReading(req.method)
    const { context } = res.locals
    context.route = route
    context.request = known
    next()
  }
}

/** @throws {ApiProblem} `method_not_allowed` for what neither reads nor is answered before */
export function requireReading(method: string): void {
  if (method === 'GET' || method === 'HEAD') return
  throw new ApiProblem('method_not_allowed', `${method} is not answered here.`, {
    headers: ['Allow', ALLOWED_METHODS],
  })
}
