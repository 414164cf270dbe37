// Addresses of Redis servers. SECURITY: they may hold a password, so a message repeats only parts that cannot hold one.

import { OperatorError } from '../../lib/errors.ts'

/** Whether a `--keys` or `--limits` names a Redis server. */
export function isRedisUrl(location: string): boolean {
  return /^rediss?:\/\//.test(location)
}

// User and password hold no blank and none of `/?#@[]`: these must be encoded.
const FORM = /^rediss?:\/\/(?:[^\s/?#@[\]]*@)?(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:\/\d{0,5})?$/i

/**
 * An address without user and password, for messages.
 * @param url `redis[s]://[[user][:password]@]host[:port][/database]`
 * @throws {OperatorError} `usage` if it is malformed. With a `/` in the password, a part of it would be taken for the host.
 */
export function printableAddress(url: string): string {
  if (!FORM.test(url) || !URL.canParse(url) || !isEncoded(url)) {
    throw new OperatorError(
      'usage',
      'expected a Redis address like redis://user:password@host:6379/0. In user and password, write ' +
        '/ as %2F, @ as %40, # as %23, ? as %3F, % as %25, [ as %5B, ] as %5D',
    )
  }
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

/** Whether each `%` begins an encoded character: the library decodes user and password. */
function isEncoded(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}
