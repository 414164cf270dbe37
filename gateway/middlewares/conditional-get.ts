import { codingFor } from '../http/accept-encoding.ts'
import { matchingTag } from '../http/entity-tags.ts'
import { answer } from '../http/send-response.ts'
import { type Handler, representationOf } from '../request-context.ts'

/**
 * Answers 304 where the client holds what stands. Not Express's `req.fresh`: that one gives up when a request
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
  const preferred = tags[selected]
  // Mostly the field is that tag and nothing else.
  const tag = field === preferred ? field : matchingTag(field, [preferred, tags.identity, tags.gzip])
  if (tag === undefined) return next()
  const coding = tag === tags.identity ? 'identity' : 'gzip'
  answer(req, res, 304, representation.notModifiedHead(coding, context.caller?.kind))
}
