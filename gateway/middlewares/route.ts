import { Problem } from '../../contract/problem.ts'
import type { Handler } from '../exchange.ts'
import { createTargetParser } from '../http/request-target.ts'

/** Finds out what is asked for. Unknown addresses and methods end here, whoever asks. */
export function route(): Handler {
  const parse = createTargetParser()
  return (req, res, next) => {
    const request = parse(req.url)
    if (!request)
      throw new Problem('not_found', 'There is no such route. See /beta/openapi.json for those there are.')
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      throw new Problem('method_not_allowed', `${req.method} is not answered here.`, {
        headers: ['Allow', 'GET, HEAD, OPTIONS'],
      })
    }
    res.locals.exchange.request = request
    next()
  }
}
