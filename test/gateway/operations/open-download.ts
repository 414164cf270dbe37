// A download of the snapshot that has begun and is not read until the test does.

import { once } from 'node:events'
import { type Agent, type IncomingMessage, request } from 'node:http'

export async function openDownload(
  base: string,
  key: string,
  agent: Agent | false = false,
): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${key}` }
  const sent = request(`${base}/beta/snapshot`, { headers, agent }).end()
  const [download]: IncomingMessage[] = await once(sent, 'response')
  if (!download) throw new Error('no answer')
  return download
}
