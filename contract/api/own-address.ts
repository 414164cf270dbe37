// Files that name the address of the gateway. A build does not know the address and writes a placeholder.

import { asList, asRecord, parseJson, prettyJson } from '../../lib/json/json.ts'

/** The placeholder in the pages and llms.txt. */
export const UNKNOWN_BASE = 'https://address-of-this-page'

/**
 * A page or llms.txt with the address that clients reach the gateway at.
 * @param publicUrl without a slash at the end, e.g. `https://api.example/catalogue`
 */
export function pageWithAddress(page: string, publicUrl: string): string {
  return page.replaceAll(UNKNOWN_BASE, () => publicUrl)
}

/** The description of the API (JSON) with `publicUrl` as the address of its one server. */
export function descriptionWithAddress(text: string, publicUrl: string): string {
  const description = asRecord(parseJson(text, 'the description'), 'the description')
  const [server] = asList(description.servers, 'servers')
  return prettyJson({ ...description, servers: [{ ...asRecord(server, 'the server'), url: publicUrl }] })
}
