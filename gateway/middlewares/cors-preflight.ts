import { PREFLIGHT_HEAD } from '../http/headers.ts'
import { answer } from '../http/send-response.ts'
import type { Handler } from '../request-context.ts'

/** Answers CORS preflights (Fetch standard): before key and limit, for browsers send no key with them. */
export const corsPreflight: Handler = (req, res, next) => {
  if (req.method !== 'OPTIONS') return next()
  answer(req, res, 204, PREFLIGHT_HEAD)
}
