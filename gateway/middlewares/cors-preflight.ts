import type { Handler } from '../exchange/request-context.ts'
import { sendResponse } from '../exchange/send-response.ts'
import { prepareHead } from '../fast-path/response-head.ts'
import { ALLOWED_METHODS, CORS_HEADERS } from '../http/headers.ts'

/**
 * Without a length: a 204 has none (RFC 9110 §8.6). Any header may be sent: there are no cookies to protect, and
 * libraries for tracing and caching add headers of their own. `*` does not stand for Authorization (Fetch standard).
 */
const PREFLIGHT_HEAD = prepareHead([
  ...CORS_HEADERS,
  'Access-Control-Allow-Methods',
  ALLOWED_METHODS,
  'Access-Control-Allow-Headers',
  '*, Authorization',
  'Access-Control-Max-Age',
  '86400',
])

/** Answers CORS preflights (Fetch standard): before key and limit, for browsers send no key with them. */
export const corsPreflight: Handler = (req, res, next) => {
  if (req.method !== 'OPTIONS') return next()
  sendResponse(req, res, { status: 204, head: PREFLIGHT_HEAD })
}
