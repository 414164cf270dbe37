import { PREFLIGHT_HEAD } from '../http/headers.ts'
import { sendResponse } from '../http/send-response.ts'
import type { Handler } from '../request-context.ts'

/** Answers CORS preflights (Fetch standard): before key and limit, for browsers send no key with them. */
export const corsPreflight: Handler = (req, res, next) => {
  if (req.method !== 'OPTIONS') return next()
  sendResponse(req, res, { status: 204, head: PREFLIGHT_HEAD })
}
