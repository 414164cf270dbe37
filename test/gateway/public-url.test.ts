// A gateway that knows its address names it in the files that people copy from.

import { createHash } from 'node:crypto'
import t from 'tap'
import { UNKNOWN_BASE } from '../../contract/api/own-address.ts'
import { asRecord } from '../../lib/json/json.ts'
import { demonstrationRelease } from '../helpers/demonstration.ts'
import { startGateway } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'

t.setTimeout(BUSY_MS)

const PUBLIC_URL = 'https://api.example/catalogue'
const DESCRIPTION = '/beta/openapi.json'
const SERVER = { url: '..', description: 'The gateway that this description was read from.' }

t.test('the description names the public address, and nothing else in it changes', async (t) => {
  const folder = await demonstrationRelease()
  const [relative, absolute] = await Promise.all([
    startGateway(t, folder),
    startGateway(t, folder, { publicUrl: PUBLIC_URL }),
  ])
  const [built, own] = await Promise.all([relative, absolute].map(({ base }) => call(base, DESCRIPTION)))
  const [builtBody, ownBody] = [asRecord(built?.json, 'built'), asRecord(own?.json, 'own')]
  t.match(builtBody, { servers: [SERVER] })
  t.strictSame(ownBody, { ...builtBody, servers: [{ ...SERVER, url: PUBLIC_URL }] })
  t.equal(own?.headers['content-type'], built?.headers['content-type'])
  t.equal(own?.headers['cache-control'], built?.headers['cache-control'])
})

t.test('the pages and llms.txt name the public address wherever it was left open', async (t) => {
  const folder = await demonstrationRelease()
  const [relative, absolute] = await Promise.all([
    startGateway(t, folder),
    startGateway(t, folder, { publicUrl: PUBLIC_URL }),
  ])
  for (const path of ['/', '/reference', '/llms.txt']) {
    const [built, own] = await Promise.all([relative, absolute].map(({ base }) => call(base, path)))
    t.match(built?.text, UNKNOWN_BASE, path)
    t.equal(own?.text, built?.text.replaceAll(UNKNOWN_BASE, PUBLIC_URL), path)
    for (const name of ['content-type', 'cache-control', 'content-security-policy', 'link'])
      t.equal(own?.headers[name], built?.headers[name], `${path}: ${name}`)
  }
})

t.test('its tags belong to its bytes, in each coding, and lead to a 304', async (t) => {
  const { base } = await startGateway(t, await demonstrationRelease(), {
    publicUrl: PUBLIC_URL,
  })
  const [plain, packed] = await Promise.all(
    ['identity', 'gzip'].map((coding) => call(base, DESCRIPTION, { headers: { 'Accept-Encoding': coding } })),
  )
  const digest = createHash('sha256')
    .update(plain?.text ?? '')
    .digest('hex')
  t.equal(plain?.headers.etag, `"${digest.slice(0, 32)}"`)
  t.equal(packed?.headers['content-encoding'], 'gzip')
  t.strictSame(packed?.json, plain?.json)
  t.not(packed?.headers.etag, plain?.headers.etag)
  for (const etag of [plain?.headers.etag, packed?.headers.etag]) {
    const again = await call(base, DESCRIPTION, { headers: { 'If-None-Match': String(etag) } })
    t.equal(again.status, 304)
  }
})
