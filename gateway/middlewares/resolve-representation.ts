import type { NextFunction } from 'express'
import { HOME_ROUTE } from '../../contract/api/home.ts'
import { CLIENT_PATH } from '../../contract/api/own-address.ts'
import type { ParsedRequest } from '../../contract/api/request-target.ts'
import { pathsIn, RESOURCE_BY_NAME } from '../../contract/api/resources.ts'
import type { CachedAnswer } from '../catalogue/cached-answer.ts'
import type { Representation } from '../catalogue/release.ts'
import type { Transfers } from '../connections/transfers.ts'
import { type Handler, type RequestContext, releaseOf, requestOf } from '../exchange/request-context.ts'
import { ApiProblem } from '../http/api-problem.ts'

/** Finds the answer in the release. */
export function resolveRepresentation(transfers: Transfers): Handler {
  return (_req, res, next) => {
    const { context } = res.locals
    const hold = (answers: readonly CachedAnswer[]) => transfers.holdBodies(res, context.subject, answers)
    const found = releaseOf(context).find(requestOf(context), context.caller?.kind, hold)
    return found instanceof Promise
      ? found.then((representation) => setRepresentation(representation, context, next))
      : setRepresentation(found, context, next)
  }
}

function setRepresentation(
  found: Representation | undefined,
  context: RequestContext,
  next: NextFunction,
): void {
  if (!found) throw nothingAt(requestOf(context), context)
  context.representation = found
  next()
}

/**
 * Only an offer may be missing, or a file of another build of home. Everything else is missing only in releases of builds
 * that did not know it yet.
 */
function nothingAt({ version, route, target }: ParsedRequest, { release }: RequestContext): ApiProblem {
  if (route === HOME_ROUTE && target === CLIENT_PATH) return movedClient(release?.manifest.client)
  if (route === HOME_ROUTE) return new ApiProblem('not_found', 'The current release has no such file.')
  return RESOURCE_BY_NAME[route].kind === 'item'
    ? new ApiProblem('not_found', 'The catalogue has no offer with this id.')
    : new ApiProblem(
        'origin_unavailable',
        `The current release does not have ${pathsIn(version)[route]} yet.`,
      )
}

/**
 * A redirect would not help: npm writes the address that it was given into the lock file.
 * @param address of the package of the day; undefined in releases that do not name it
 */
function movedClient(address: string | undefined): ApiProblem {
  if (address === undefined) return new ApiProblem('not_found', 'The current release has no such file.')
  const detail = `The package of the client is at ${address} of this gateway, and stays there. Install it from there.`
  // npm prints this field.
  return new ApiProblem('not_found', detail, { headers: ['npm-notice', detail] })
}
