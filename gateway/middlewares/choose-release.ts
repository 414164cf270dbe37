import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Handler } from '../exchange/request-context.ts'
import { ApiProblem } from '../http/api-problem.ts'

/** Sets the current release, if it has the version that is asked for; later steps keep to it. */
export function chooseRelease(catalogue: Pick<Catalogue, 'current'>): Handler {
  return (_req, res, next) => {
    const { current } = catalogue
    if (!current) throw new ApiProblem('catalogue_unavailable', 'No release is loaded yet.')
    const { context } = res.locals
    if (context.version && !current.holds(context.version)) {
      const detail = `The current release does not have ${context.version.basePath} yet.`
      throw new ApiProblem('catalogue_unavailable', detail)
    }
    context.release = current
    next()
  }
}
