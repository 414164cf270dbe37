// What `fetch` and the bodies of its answers reject with, which differs by platform.

import { OffersError } from '../errors.ts'

/** A failure of the connection, in words. */
export function connectionError(error: unknown, url: string): OffersError {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  const more = cause instanceof Error && cause.message !== '' ? `: ${cause.message}` : ''
  return new OffersError('network', `${url}: ${message}${more}`, { url, cause: error })
}
