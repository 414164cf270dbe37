// Requests that Node's parser refuses.

import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { refusalsOfInput } from '../../../gateway/connections/client-errors.ts'
import { serveTiny } from '../../helpers/gateway.ts'
import { openSocket, received } from '../../hostile/support/raw-socket.ts'

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

t.test('an answer to HEAD has no body, also if its target is no valid one', async (t) => {
  const { base } = await serveTiny(t)
  const bad = (method: string) => `${method} /caf\xe9\r\n\r\n`
  for (const [bytes, hasBody] of [
    ['HEAD /caf\xe9 HTTP/1.1\r\nHost: x\r\n\r\n', false],
    ['GET /caf\xe9 HTTP/1.1\r\nHost: x\r\n\r\n', true],
    [bad('GET'), true],
    [bad('HEAD'), false],
  ] as const) {
    const socket = await openSocket(base)
    socket.write(bytes, 'latin1')
    const answer = String(await received(socket))
    t.match(answer, /^HTTP\/1\.1 400 /)
    t.equal(answer.endsWith('\r\n\r\n'), !hasBody, JSON.stringify(bytes))
  }
})
