// An origin sees nothing of the clients of a gateway.

import t from 'tap'
import { downloads } from './download.ts'
import type { Seen } from './fake-origin.ts'
import { faultyOrigin, nameOf } from './faulty-origin.ts'

t.test('nothing of a client reaches the origin: no header, no body', async (t) => {
  const { origin, fake, snapshot } = await faultyOrigin(t)
  const download = await downloads(t, origin, snapshot)
  const headers = {
    Authorization: 'Bearer client-secret',
    'Proxy-Authorization': 'Basic client-secret',
    Cookie: 'session=client-secret',
    'X-Anything': 'client-secret',
    'X-Forwarded-For': '192.0.2.1',
    'User-Agent': 'client-secret',
    'Accept-Encoding': 'br',
    Range: 'bytes=3-4',
    'If-None-Match': '"client-secret"',
    TE: 'trailers',
    Connection: 'close, X-Anything',
    'Transfer-Encoding': 'chunked',
    Expect: '100-continue',
  }
  t.match(await download(undefined, { headers }), { complete: true })
  t.match(await download({ first: 10, last: 19 }, { headers }), { complete: true })
  const own = { ...ownHeaders(fake.url), connection: 'close' }
  t.strictSame(fake.seen.map(headersOf), [own, { ...own, range: 'bytes=10-19' }])
  for (const { method, path, body } of fake.seen) {
    t.strictSame([method, path, body], ['GET', nameOf(snapshot), ''])
  }
})

t.test('requests for bodies name only the origin, over kept connections', async (t) => {
  const { origin, fake, page } = await faultyOrigin(t)
  await origin.reader.object(page)
  await origin.reader.pointer()
  const own = { ...ownHeaders(fake.url), connection: 'keep-alive' }
  t.strictSame(fake.seen.map(headersOf), [own, own])
})

function ownHeaders({ host }: URL) {
  return { host, 'user-agent': 'offers-gateway', 'accept-encoding': 'identity' }
}

function headersOf({ rawHeaders }: Seen): Record<string, string> {
  const fields: Record<string, string> = {}
  for (let index = 0; index < rawHeaders.length; index += 2) {
    fields[String(rawHeaders[index]).toLowerCase()] = String(rawHeaders[index + 1])
  }
  return fields
}
