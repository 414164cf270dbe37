// Browsers ask before they send a request of a page of another origin with a key: the API answers all.

import type { Handler } from '../exchange/request-context.ts'
import { sendResponse } from '../exchange/send-response.ts'
import { prepareHead } from '../http/head.ts'
import { ALLOWED_METHODS, COMMON_FIELDS } from '../http/headers.ts'

/**
 * A 204 has no length (RFC 9110 §8.6). Any header is allowed: there are no cookies to protect, and libraries for tracing
 * and caching add headers. `*` does not cover Authorization (Fetch standard).
 */
const PREFLIGHT_HEAD = prepareHead([
  ...COMMON_FIELDS,
  'Allow',
  ALLOWED_METHODS,
  'Access-Control-Allow-Methods',
  ALLOWED_METHODS,
  'Access-Control-Allow-Headers',
  '*, Authorization',
  // A day, in seconds.
  'Access-Control-Max-Age',
  '86400',
])

/** Answers OPTIONS, CORS preflights (Fetch standard) included: before key and limit, for browsers send no key with them. */
export const corsPreflight: Handler = (req, res, next) => {
  if (req.method !== 'OPTIONS') return next()
  sendResponse(req, res, { status: 204, head: PREFLIGHT_HEAD })
}
