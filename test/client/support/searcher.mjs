// Not a test, but a server that one starts: searches the copy in a folder all the time, and prints what it finds.
//
//   {"calledAt":1700000000000,"sha256":"…"}   when `find` was called, and the digest of all that it found
//   {"calledAt":1700000000000,"error":"…"}

import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const [, , library, folder] = process.argv
const { createOffersClient } = await import(`${library}/index.js`)
const { createMirror } = await import(`${library}/mirror.js`)
const { folderStore } = await import(`${library}/node.js`)

const client = createOffersClient({ baseUrl: 'http://127.0.0.1:9', key: 'not-used' })
const mirror = createMirror(client, { store: folderStore(folder) })

for (;;) {
  const calledAt = Date.now()
  const found = await mirror.find().then(
    (offers) => ({ sha256: createHash('sha256').update(JSON.stringify(offers)).digest('hex') }),
    (error) => ({ error: String(error) }),
  )
  process.stdout.write(`${JSON.stringify({ calledAt, ...found })}\n`)
  await sleep(20)
}
