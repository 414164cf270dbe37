import { Problem } from '../../contract/problem.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Representation } from '../catalogue/representation.ts'
import { type Handler, requestOf } from '../exchange.ts'

/** Finds what answers the request in the release that stands now, and stays with that release. */
export function locate(catalogue: Catalogue): Handler {
  return (_req, res, next) => {
    const { exchange } = res.locals
    const release = catalogue.current
    if (!release) throw new Problem('catalogue_unavailable', 'No release is loaded yet.')
    exchange.release = release

    const take = (found: Representation | undefined) => {
      if (!found) throw new Problem('not_found', 'No offer with this id stands in the catalogue.')
      exchange.representation = found
      next()
    }
    const found = release.find(requestOf(exchange), exchange.caller?.kind)
    return found instanceof Promise ? found.then(take) : take(found)
  }
}
