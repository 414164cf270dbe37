import { ApiProblem } from '../../contract/api/api-problem.ts'
import { createTargetParser } from '../http/target-parser.ts'
import type { Handler } from '../request-context.ts'

/** Finds out what is asked for. Unknown addresses and methods end here, with or without a key. */
export function matchRoute(): Handler {
  const parse = createTargetParser()
  return (req, res, next) => {
    // Node would refuse it by itself, but without a word that a browser may read.
    if (req.headers.host === undefined && req.httpVersionMinor > 0) {
      throw new ApiProblem('malformed_request', 'A request of HTTP/1.1 names a host (RFC 9112 §3.2).')
    }
    const request = parse(req.url)
    if (!request)
      throw new ApiProblem('not_found', 'There is no such route. See /beta/openapi.json for those there are.')
    requireReading(req.method)
    res.locals.context.request = request
    next()
  }
}

/** @throws {ApiProblem} `method_not_allowed` for what neither reads nor is answered before */
export function requireReading(method: string): void {
  if (method === 'GET' || method === 'HEAD') return
  throw new ApiProblem('method_not_allowed', `${method} is not answered here.`, {
    headers: ['Allow', 'GET, HEAD, OPTIONS'],
  })
}
