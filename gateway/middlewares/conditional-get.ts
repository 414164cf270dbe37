import { CODINGS, codingFor } from '../http/accept-encoding.ts'
import { matchingTag } from '../http/entity-tags.ts'
import { sendResponse } from '../http/send-response.ts'
import { type Handler, representationOf } from '../request-context.ts'

/**
 * Answers 304 if the client has the current bytes. Not Express's `req.fresh`: that one gives up when a request
 * says `Cache-Control: no-cache`, which `fetch` adds by itself to every conditional request.
 */
export const conditionalGet: Handler = (req, res, next) => {
  const field = req.headers['if-none-match']
  if (field === undefined) return next()
  const { context } = res.locals
  const representation = representationOf(context)
  const { tags } = representation
  // The tag of the coding that a 200 would have now goes first; any other coding of it is as good.
  const selected = codingFor(req.headers['accept-encoding'])
  const candidates = [selected, ...CODINGS]
  const tag = matchingTag(
    field,
    candidates.map((coding) => tags[coding]),
  )
  const coding = candidates.find((each) => tags[each] === tag)
  if (coding === undefined) return next()
  const head =
    representation.kind === 'page'
      ? representation.head(304, coding, context.caller?.kind)
      : representation.notModifiedHead()
  sendResponse(req, res, { status: 304, head })
}
