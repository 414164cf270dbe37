// A file or folder that may be missing, without a try and a catch at each place that looks for one.

import { systemCode } from '../errors.ts'

/** What the promise gives, or `value` if there is no such file; any other error is passed on. */
export async function ifMissing<T, U>(promise: Promise<T>, value: U): Promise<T | U> {
  try {
    return await promise
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return value
    throw error
  }
}

/** The same for a synchronous look. */
export function ifMissingSync<T, U>(look: () => T, value: U): T | U {
  try {
    return look()
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return value
    throw error
  }
}
