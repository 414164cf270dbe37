import { PREFLIGHT_HEAD } from '../http/headers.ts'
import type { Handler } from '../request/request-context.ts'
import { sendResponse } from '../sending/send-response.ts'

/** Answers CORS preflights (Fetch standard): before key and limit, for browsers send no key with them. */
export const corsPreflight: Handler = (req, res, next) => {
  if (req.method !== 'OPTIONS') return next()
  sendResponse(req, res, { status: 204, head: PREFLIGHT_HEAD })
}
