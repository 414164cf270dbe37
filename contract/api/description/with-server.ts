// The description of the API for readers who keep a copy of it, away from the gateway that they took it from.

import { asRecord, parseJson, prettyJson } from '../../../lib/json/json.ts'

/**
 * A description with the address that clients reach the API at, in place of the relative one that a build writes.
 * @param publicUrl without a slash at the end, e.g. `https://api.example/catalogue`
 * @throws {TypeError} if it is no JSON object
 */
export function withServer(description: Buffer, publicUrl: string): Buffer {
  const document = asRecord(parseJson(description.toString(), 'the description'), 'the description')
  return Buffer.from(prettyJson({ ...document, servers: [{ url: publicUrl, description: 'The gateway.' }] }))
}
