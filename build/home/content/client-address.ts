// The address of the client's package in texts: it has the version and the digest of the package of the day.

import { CLIENT_PATH } from '../../../contract/api/own-address.ts'

/** A text with the address of the package of the day in place of `CLIENT_PATH`. @param target `/client-….tgz` */
export function withClientAt(text: string, target: string): string {
  return text.replaceAll(CLIENT_PATH, target).replaceAll(`"${CLIENT_PATH.slice(1)}"`, `"${target.slice(1)}"`)
}
