// Requests that Node's parser refuses, and answers that are under way then.

import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { problemSource } from '../../../gateway/catalogue/problem-source.ts'
import { refusalsOfInput } from '../../../gateway/connections/client-errors.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { publishTinyRelease } from '../../helpers/tiny-release.ts'
import { until } from '../../helpers/until.ts'
import { exchange, getRequest } from '../../hostile/support/raw-socket.ts'
import { SlowKeyStore } from '../operations/slow-key-store.ts'

const GARBAGE = 'this is no HTTP\r\n\r\n'

t.test('input that is no request gets a problem, and ends the connection', async (t) => {
  const { base } = await startGateway(t, t.testdir())
  const filler = `X-Filler: ${'x'.repeat(20_000)}\r\n`
  for (const [bytes, status, code] of [
    [GARBAGE, 400, 'malformed_request'],
    [`GET / HTTP/1.1\r\nHost: x\r\n${filler}\r\n`, 431, 'request_header_too_large'],
  ] as const) {
    const headers = {
      connection: 'close',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    }
    t.match(await exchange(base, bytes), [{ status, headers, json: { status, code } }])
  }
})

t.test('an answer under way is sent completely before the input after it is refused', async (t) => {
  const folder = t.testdir()
  publishTinyRelease(folder)
  const keyStore = new SlowKeyStore()
  const { base } = await startGateway(t, folder, { keyStore })
  const key = keyStore.issue('named')
  const good = getRequest('/beta/issuers', [`Authorization: Bearer ${key}`])
  const received = exchange(base, good + GARBAGE)
  await until('the good request waits', () => keyStore.asked > 0)
  keyStore.answer()
  t.match(await received, [{ status: 200, json: { data: Array } }, { status: 400 }])
})

t.test('the length of such an answer is counted in bytes, in any script', async (t) => {
  const socket = new PassThrough()
  const refused: string[] = []
  const source = { ...problemSource({ current: undefined }), attribution: () => 'Catálogo de Ñuñoa' }
  refusalsOfInput(source, (code) => refused.push(code)).clientError(new Error('garbage'), socket)
  const answer = await text(socket)
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4)
  t.match(JSON.parse(body), { meta: { attribution: 'Catálogo de Ñuñoa' } })
  t.match(answer, `\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`)
  t.same(refused, ['malformed_request'])
})
