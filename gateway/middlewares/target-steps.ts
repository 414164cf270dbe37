// What the target of a request asks for, in three steps. SECURITY: before the key is checked and the request counted, a
// new target is only split and routed; its parameters are read after that.

import { HOME_ROUTE } from '../../contract/api/home.ts'
import { type ParameterFault, parameterErrors, scopeErrors } from '../../contract/api/list-query.ts'
import { type ParsedRequest, readParameters, routeTarget } from '../../contract/api/request-target.ts'
import { PATHS } from '../../contract/api/resources.ts'
import { type ApiVersion, hasEnded, versionNamed } from '../../contract/api/versions.ts'
import type { KeyKind } from '../../contract/keys/kinds.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { type Handler, requestOf } from '../exchange/request-context.ts'
import { ApiProblem } from '../http/api-problem.ts'
import { ALLOWED_METHODS } from '../http/headers.ts'
import { lruMap } from '../lib/lru-map.ts'

// Targets repeat. Long ones are not remembered: a flood of them must not fill the memory.
const MAX_REMEMBERED = 5_000
/** In characters. */
const MAX_REMEMBERED_LENGTH = 256

export interface TargetSteps {
  /** Finds route and version. Unknown addresses, other methods and ended versions end here, with or without a key. */
  matchRoute: Handler
  /** Refuses parameters that are unknown, repeated, empty or malformed: a typo must not read as a full list. */
  validateParameters: Handler
}

export function targetSteps(clock: Clock): TargetSteps {
  const remembered = lruMap<ParsedRequest>(MAX_REMEMBERED)
  return {
    matchRoute(req, res, next) {
      // A long target is not looked up, which would hash all its characters. Not by `get`, which would reorder the targets
      // at each request: it is enough that the oldest are evicted, for a frequent one is soon remembered again.
      const known = req.url.length > MAX_REMEMBERED_LENGTH ? undefined : remembered.peek(req.url)
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
    },
    validateParameters(req, res, next) {
      const { context } = res.locals
      if (context.unread) {
        context.request = readParameters(context.unread)
        if (isWorthRemembering(context.request, req.url)) remembered.set(req.url, context.request)
      }
      const { faults } = requestOf(context)
      if (faults.length > 0) throw invalidParameters(faults, context.caller?.kind)
      next()
    },
  }
}

/** Home needs no key, so its files are remembered only without a query: queries must not evict other targets. */
function isWorthRemembering({ route, target: canonical, faults }: ParsedRequest, target: string): boolean {
  if (faults.length > 0 || target.length > MAX_REMEMBERED_LENGTH) return false
  return route !== HOME_ROUTE || target === canonical
}

function methodNotAllowed(method: string): ApiProblem {
  const headers = ['Allow', ALLOWED_METHODS]
  return new ApiProblem('method_not_allowed', `${method} is not answered here.`, { headers })
}

function versionGone({ basePath, end }: ApiVersion): ApiProblem {
  const detail = `${basePath} ended at ${end?.sunset}. Use ${end && versionNamed(end.successor).basePath} instead.`
  return new ApiProblem('version_gone', detail)
}

function invalidParameters(faults: readonly ParameterFault[], kind: KeyKind | undefined): ApiProblem {
  const errors = parameterErrors(faults, kind)
  const detail = errors.map(({ param, given, allowed }) => `${param}: expected ${allowed}, given "${given}"`)
  return new ApiProblem('invalid_parameter', `${detail.join('; ')}.`, { errors })
}

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
