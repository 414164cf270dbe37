import { type Handler, representationOf } from '../exchange/request-context.ts'
import { sendResponse } from '../exchange/send-response.ts'
import { CODINGS, type Coding } from '../http/accept-encoding.ts'
import { ApiProblem } from '../http/api-problem.ts'
import { ifMatchHolds, matchingTag, type Tags } from '../http/entity-tags.ts'

/**
 * Answers 412 if the client asks for other bytes than a 200 would have now, and 304 if it has these, in whichever coding
 * (RFC 9110 §13.2.2). Not by Express's `req.fresh`, which gives up on `Cache-Control: no-cache`, a field that `fetch` adds
 * to every conditional request.
 */
export const conditionalGet: Handler = (req, res, next) => {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = req.headers
  if (ifNoneMatch === undefined && ifMatch === undefined) return next()
  const { context } = res.locals
  const representation = representationOf(context)
  const { tags } = representation
  const selected = representation.codingFor(req.headers['accept-encoding'])
  if (!ifMatchHolds(ifMatch, tags[selected])) {
    throw new ApiProblem('precondition_failed', 'If-Match does not name the ETag of the current answer.')
  }
  if (ifNoneMatch === undefined) return next()
  // Fast path: the field equals the tag that a 200 would have. The tag of any other coding is as good.
  // `*` names the first one, so the coding of a 200 comes first.
  const coding =
    ifNoneMatch === tags[selected] ? selected : namedCoding(ifNoneMatch, [selected, ...CODINGS], tags)
  if (coding === undefined) return next()
  const head =
    representation.kind === 'cached'
      ? representation.head(304, coding, context.caller?.kind)
      : representation.notModifiedHead()
  sendResponse(req, res, { status: 304, head })
}

/** The coding whose tag an If-None-Match field names; the first coding for `*`. */
function namedCoding(field: string, codings: readonly Coding[], tags: Tags): Coding | undefined {
  const tag = matchingTag(
    field,
    codings.map((coding) => tags[coding]),
  )
  return codings.find((coding) => tags[coding] === tag)
}
