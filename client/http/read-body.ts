// Bodies that are read whole.

import { connectionError, OffersError } from '../api/errors.ts'

/** @throws {OffersError} `too_large` if the body is longer, in decoded bytes; `network` if the connection breaks off */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      throw connectionError(error, response.url)
    })
    if (done) return text + decoder.decode()
    size += value.length
    if (size > maxBytes) {
      reader.cancel().catch(() => {})
      throw new OffersError('too_large', `the answer has more than ${maxBytes} bytes`, {
        status: response.status,
        url: response.url,
      })
    }
    text += decoder.decode(value, { stream: true })
  }
}
