import type { Handler } from '../exchange.ts'
import { answer } from '../http/answer.ts'
import { PREFLIGHT_HEAD } from '../http/headers.ts'

/** Answers CORS preflights (Fetch standard): before key and limit, for browsers send no key with them. */
export const preflight: Handler = (req, res, next) => {
  if (req.method !== 'OPTIONS') return next()
  answer(req, res, 204, PREFLIGHT_HEAD)
}
