import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Handler } from '../exchange/request-context.ts'
import { ApiProblem } from '../http/api-problem.ts'

/** Sets the current release; later steps keep to it. */
export function chooseRelease(catalogue: Pick<Catalogue, 'current'>): Handler {
  return (_req, res, next) => {
    const { current } = catalogue
    if (!current) throw new ApiProblem('catalogue_unavailable', 'No release is loaded yet.')
    res.locals.context.release = current
    next()
  }
}
