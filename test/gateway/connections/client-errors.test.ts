// Requests that Node's parser refuses.

import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { refusalsOfInput } from '../../../gateway/connections/client-errors.ts'

t.test('the length of their answer is counted in bytes, in any script', async (t) => {
  const socket = new PassThrough()
  const refused: string[] = []
  const source = () => ({ attribution: 'Catálogo de Ñuñoa', home: '/' })
  refusalsOfInput(source, (code) => refused.push(code)).clientError(new Error('garbage'), socket)
  const answer = await text(socket)
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4)
  t.match(JSON.parse(body), { meta: { attribution: 'Catálogo de Ñuñoa' } })
  t.match(answer, `\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`)
  t.same(refused, ['malformed_request'])
})
