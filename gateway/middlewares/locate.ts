import type { NextFunction } from 'express'
import { ApiProblem } from '../../contract/api/api-problem.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Representation } from '../catalogue/representation.ts'
import { type Exchange, type Handler, requestOf } from '../exchange.ts'

/** Finds what answers the request in the release that stands now, and stays with that release. */
export function locate(catalogue: Catalogue): Handler {
  return (_req, res, next) => {
    const { exchange } = res.locals
    const release = catalogue.current
    if (!release) throw new ApiProblem('catalogue_unavailable', 'No release is loaded yet.')
    exchange.release = release
    const found = release.find(requestOf(exchange), exchange.caller?.kind)
    if (found instanceof Promise) {
      exchange.waited = true
      return found.then((representation) => take(representation, exchange, next))
    }
    return take(found, exchange, next)
  }
}

function take(found: Representation | undefined, exchange: Exchange, next: NextFunction): void {
  if (!found) throw new ApiProblem('not_found', 'No offer with this id stands in the catalogue.')
  exchange.representation = found
  next()
}
