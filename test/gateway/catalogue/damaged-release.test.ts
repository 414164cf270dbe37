// Releases whose digests are right, and whose contents are not: an unsigned one may hold anything.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { manifestPath, objectPath, POINTER_PATH, tablePath } from '../../../contract/release/layout.ts'
import { fileFactsOf } from '../../../contract/release/manifest.ts'
import type { GatewayParts } from '../../../gateway/gateway.ts'
import { sha256 } from '../../../lib/digest.ts'
import { prettyJson } from '../../../lib/json/json.ts'
import { listTarget } from '../../helpers/current-targets.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { call } from '../../helpers/http.ts'
import { publishTinyRelease, type TinyRelease } from '../../helpers/tiny-release.ts'
import { until } from '../../helpers/until.ts'
import { getRequest, openSocket } from '../../hostile/support/raw-socket.ts'
import { recordingLog } from '../operations/recording-log.ts'

/** The bytes of an entry in the target table. */
const ENTRY_BYTES = 48

/** Serves a release whose table was changed. */
async function serveForged(
  t: Test,
  forge: (table: Buffer, release: TinyRelease, root: string) => void,
  parts: Partial<GatewayParts> = {},
) {
  const root = t.testdir({})
  const release = publishTinyRelease(root)
  const { manifest } = release
  const table = readFileSync(join(root, tablePath(manifest.id)))
  forge(table, release, root)
  const bytes = prettyJson({ ...manifest, routes: fileFactsOf(table) })
  writeFileSync(join(root, tablePath(manifest.id)), table)
  writeFileSync(join(root, manifestPath(manifest.id)), bytes)
  writeFileSync(join(root, POINTER_PATH), prettyJson({ release: manifest.id, manifest: sha256(bytes) }))
  const log = recordingLog()
  const running = await startGateway(t, root, { log, ...parts })
  const key = running.keys.issue('named')
  return { ...running, log, ask: (target: string) => call(running.base, target, { key }) }
}

const everyEntry = (table: Buffer, change: (entry: Buffer) => void) => {
  for (let index = 0; index < table.readUInt32LE(8); index++) change(table.subarray(16 + ENTRY_BYTES * index))
}

const UNAVAILABLE = { status: 502, json: { code: 'origin_unavailable' } }

t.test('a table with entries out of range is a 502, counted and logged with its fault', async (t) => {
  const faults: [RegExp, (entry: Buffer) => void][] = [
    [/there is no media type 200/, (entry) => entry.writeUInt8(200, 46)],
    [/there is no storage 9/, (entry) => entry.writeUInt8(9, 47)],
    [/its target lies beyond the end/, (entry) => entry.writeUInt32LE(2 ** 31, 40)],
  ]
  for (const [fault, change] of faults) {
    const { ask, gateway, log } = await serveForged(t, (table) => everyEntry(table, change))
    t.match(await ask('/beta/issuers'), UNAVAILABLE, String(fault))
    t.match(await ask('/beta/offers?limit=7'), UNAVAILABLE, 'a window')
    t.equal(gateway.failures.origin.total, 2)
    const line = log.lines.find(({ facts }) => Object(facts).part === 'origin')
    t.match(line, { level: 'error', facts: { cause: fault } })
  }
})

t.test('a page with fewer offers than its table says is a 502', async (t) => {
  const { ask } = await serveForged(t, (table) =>
    everyEntry(table, (entry) => entry.writeUInt32LE(9_000, 36)),
  )
  t.match(await ask('/beta/offers?limit=50&offset=80'), UNAVAILABLE)
})

t.test('a small object that unpacks to more than 64 MB is not unpacked', async (t) => {
  const { ask } = await serveForged(t, (table, { entry }, root) => {
    const { digest, storage } = entry(listTarget({ limit: 25, offset: 0 }))
    const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024))
    writeFileSync(join(root, objectPath(digest, storage)), bomb)
    everyEntry(table, (each) => {
      if (each.toString('hex', 0, 32) === digest) each.writeUInt32LE(65 * 1024 * 1024, 32)
    })
  })
  t.match(await ask('/beta/offers'), UNAVAILABLE)
})

t.test('large bodies that clients leave unread are bounded together, in both codings', async (t) => {
  // A quarter of the largest body, and of the bound.
  const body = randomBytes(15 * 1024 * 1024)
  const transfers = { maxBodyBytes: 64 * 1024 * 1024 }
  const digest = sha256(body)
  const targets = [0, 25, 50].map((offset) => listTarget({ limit: 25, offset }))
  const forge = (table: Buffer, { entry }: TinyRelease, root: string) => {
    const path = join(root, objectPath(digest, 'gzip'))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, gzipSync(body, { level: 0 }))
    const forged = targets.map((target) => entry(target).digest)
    everyEntry(table, (each) => {
      if (!forged.includes(each.toString('hex', 0, 32))) return
      each.write(digest, 'hex')
      each.writeUInt32LE(body.length, 32)
    })
  }
  const { ask, base, gateway, keys } = await serveForged(t, forge, { transfers })
  const [first = '', second = '', third = ''] = targets
  const key = keys.issue('named')
  for (const coding of ['identity', 'gzip']) {
    const fields = [`Authorization: Bearer ${key}`, `Accept-Encoding: ${coding}`]
    const slow = await Promise.all(
      [first, second].map(async (target) => {
        const socket = await openSocket(base)
        socket.write(getRequest(target, fields))
        socket.on('error', () => {})
        await once(socket, 'readable')
        return socket
      }),
    )
    t.match(await call(base, third, { key }), { status: 429, json: { code: 'too_many_downloads' } }, coding)
    const before = gateway.connections.dropped.room
    t.equal((await ask(third)).status, 200, 'another key')
    t.equal(gateway.connections.dropped.room, before + 1, 'takes the room of one')
    t.match(await ask('/beta/offers?limit=3&offset=51'), { status: 200 }, 'a usual page')
    t.match(await ask('/beta/issuers'), { status: 200 })
    for (const socket of slow) socket.destroy()
    await until('there is room again', async () => (await ask(third)).status === 200)
  }
})
