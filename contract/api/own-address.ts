// Files that name the address of the gateway. A build does not know the address: it writes a placeholder, or a relative
// address in the description. A gateway that knows its address puts it in, and so does the script in the page
// (build/home/script/place.ts).

import { asList, asRecord, parseJson, prettyJson } from '../../lib/json/json.ts'

/** The placeholder in the pages and llms.txt. */
export const UNKNOWN_BASE = 'https://address-of-this-page'

/**
 * A page or llms.txt with the address that clients reach the gateway at.
 * @param publicUrl without a slash at the end, e.g. `https://api.example/catalogue`
 */
export function pageWithAddress(page: string, publicUrl: string): string {
  // A function, because in a text `$&` and the like have a meaning.
  return page.replaceAll(UNKNOWN_BASE, () => publicUrl)
}

/** The description of the API (JSON) with `publicUrl` as the address of its one server. */
export function descriptionWithAddress(text: string, publicUrl: string): string {
  const description = asRecord(parseJson(text, 'the description'), 'the description')
  const [server] = asList(description.servers, 'servers')
  return prettyJson({ ...description, servers: [{ ...asRecord(server, 'the server'), url: publicUrl }] })
}

/**
 * Releases before 0.4 have the client here, with other bytes after each upgrade. In texts of home it stands for the address
 * of the package of the day.
 */
export const CLIENT_PATH = '/client.tgz'
