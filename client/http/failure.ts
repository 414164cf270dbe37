// Makes errors of unsuccessful answers.

import { OffersError } from '../api/errors.ts'
import type { Answer } from '../api/options.ts'
import type { Problem } from '../api/types.ts'
import { isNumber, isObject, isText, jsonIn } from '../lib/shapes.ts'
import { readText } from './read-body.ts'

/** The body of every problem of the API is smaller. */
const MAX_PROBLEM_BYTES = 256 * 1024

/**
 * An unsuccessful answer as an error, with the API's own code if it has one.
 * @param now milliseconds since 1970, by which `Retry-After` is read
 * @throws {OffersError} if its body cannot be read
 */
export async function failureOf(
  response: Response,
  { url, requestId }: Pick<Answer, 'url' | 'requestId'>,
  now: number,
): Promise<OffersError> {
  const { status, headers } = response
  const facts = { status, url, requestId, retryAfterSeconds: retryAfterOf(headers, now) }
  // A browser shows only the type of a redirect. A 304 redirects to nothing: it is an error if no ETag was sent.
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304)) {
    const place = headers.get('location')
    return new OffersError(
      'redirected',
      `${url} redirects${place ? ` to ${place}` : ''}: correct baseUrl`,
      facts,
    )
  }
  const problem = jsonIn(await readText(response, MAX_PROBLEM_BYTES))
  return isProblem(problem)
    ? new OffersError(problem.code, `${problem.title}: ${problem.detail}`, { ...facts, problem })
    : new OffersError('http_error', `${url} answered ${status}`, facts)
}

function isProblem(body: unknown): body is Problem {
  if (!isObject(body)) return false
  const { code, title, detail, errors = [] } = body
  return [code, title, detail].every(isText) && Array.isArray(errors) && errors.every(isParameterError)
}

function isParameterError(error: unknown): boolean {
  if (!isObject(error)) return false
  const { param, given, allowed } = error
  const isValue = (value: unknown) => value === undefined || isText(value) || isNumber(value)
  return isText(param) && isValue(given) && isValue(allowed)
}

/** @returns seconds from now; undefined unless `Retry-After` is whole seconds or a date (RFC 9110 §10.2.3) */
function retryAfterOf(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,15}$/.test(value)) return Number(value)
  // Every date of HTTP begins with a day of the week; `Date.parse` also accepts many other strings.
  const moment = /^[A-Z][a-z]{2,8}, /.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(moment) ? undefined : Math.max(0, Math.ceil((moment - now) / 1000))
}
