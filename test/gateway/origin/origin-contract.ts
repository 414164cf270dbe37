// Promises of every origin, as tests that run against each implementation.

import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { tablePath } from '../../../contract/release/layout.ts'
import { type Origin, OriginError } from '../../../gateway/origin/origin.ts'
import { listTarget, snapshotTarget } from '../../helpers/current-targets.ts'
import { publishTinyRelease, writeTinyRelease } from '../../helpers/tiny-release.ts'
import { downloads } from './download.ts'
import { fileOf, flipped, publicFolder } from './release-files.ts'

/** Opens an origin for the files below a folder, until the end of the test. */
export type OpenForTest = (t: Test, root: string) => Promise<Origin>

const SNAPSHOT = snapshotTarget('named')
const FIRST_PAGE = listTarget({ limit: 100, offset: 0 })

export function originContract(t: Test, open: OpenForTest): void {
  const published = async (t: Test) => {
    const root = publicFolder(t)
    const release = publishTinyRelease(root)
    const origin = await open(t, root)
    const entry = release.entry(SNAPSHOT)
    const snapshot = release.bodies.get(SNAPSHOT) ?? Buffer.alloc(0)
    return { root, release, origin, entry, snapshot, get: await downloads(t, origin, entry) }
  }

  t.test('before the first release there is no pointer', async (t) => {
    const origin = await open(t, publicFolder(t))
    t.equal(await origin.reader.pointer(), undefined)
    t.match(await origin.explainEmpty(), /^no release was ever published (in|at) \S/)
  })

  t.test('a release is read, beginning with the pointer', async (t) => {
    const { origin, release } = await published(t)
    const pointer = await origin.reader.pointer()
    t.strictSame(pointer, release.pointer)
    const loaded = await origin.reader.load(release.pointer)
    t.strictSame(loaded.manifest, release.manifest)
    t.strictSame(loaded.table.find(FIRST_PAGE)?.digest, release.entry(FIRST_PAGE).digest)
  })

  t.test('a release whose table is not there yet is refused, and taken once it is', async (t) => {
    const { root, origin } = await published(t)
    const next = writeTinyRelease(root, { dataAsOf: '2026-08-23T10:00:00.000Z' })
    const table = join(root, tablePath(next.pointer.release))
    const bytes = readFileSync(table)
    rmSync(table)
    await t.rejects(origin.reader.load(next.pointer), { code: 'bad-release', message: /routes: missing/ })
    writeFileSync(table, bytes.subarray(0, -1))
    await t.rejects(origin.reader.load(next.pointer), {
      code: 'bad-release',
      message: /routes: expected \d+/,
    })
    writeFileSync(table, bytes)
    t.equal((await origin.reader.load(next.pointer)).manifest.id, next.pointer.release)
  })

  t.test('a body is read as stored and uncompressed', async (t) => {
    const { origin, release, root } = await published(t)
    const entry = release.entry(FIRST_PAGE)
    const { stored, body } = await origin.reader.object(entry)
    t.ok(body.equals(release.bodies.get(FIRST_PAGE) ?? Buffer.alloc(0)))
    t.ok(stored.equals(readFileSync(fileOf(root, entry))))
  })

  t.test(
    'a body that is altered, cut short or missing is refused, and read once it is correct',
    async (t) => {
      const { origin, release, root } = await published(t)
      const entry = release.entry(FIRST_PAGE)
      const good = readFileSync(fileOf(root, entry))
      const other = readFileSync(fileOf(root, release.entry(listTarget({ limit: 25, offset: 0 }))))
      for (const bad of [flipped(good), good.subarray(0, -9), Buffer.alloc(0), other]) {
        writeFileSync(fileOf(root, entry), bad)
        await t.rejects(origin.reader.object(entry), { code: 'bad-release' })
      }
      rmSync(fileOf(root, entry))
      await t.rejects(origin.reader.object(entry), { code: 'bad-release', message: /missing/ })
      writeFileSync(fileOf(root, entry), good)
      t.ok((await origin.reader.object(entry)).stored.equals(good))
    },
  )

  t.test('a snapshot is sent whole, under the head that was prepared', async (t) => {
    const { get, snapshot } = await published(t)
    const { status, headers, body, complete, error } = await get()
    t.match({ status, complete, error }, { status: 200, complete: true, error: undefined })
    t.ok(body.equals(snapshot))
    t.strictSame(Object.keys(headers).toSorted(), [
      'connection',
      'content-length',
      'content-type',
      'date',
      'x-prepared',
    ])
  })

  t.test('parts of a snapshot are sent, down to a single byte', async (t) => {
    const { get, snapshot } = await published(t)
    const end = snapshot.length - 1
    for (const [first, last] of [
      [0, 0],
      [end, end],
      [1000, 40_000],
      [0, end],
    ] as const) {
      const { status, body, complete, error } = await get({ first, last })
      t.match({ status, complete, error }, { status: 206, complete: true, error: undefined })
      t.ok(body.equals(snapshot.subarray(first, last + 1)), `bytes ${first}-${last}`)
    }
  })

  t.test('a missing snapshot is a problem, before anything is sent', async (t) => {
    const { get, root, entry } = await published(t)
    rmSync(fileOf(root, entry))
    const { status, headers, body, error } = await get()
    t.equal(status, 502)
    t.equal(String(body), 'origin_unavailable')
    t.notOk('x-prepared' in headers)
    t.ok(error instanceof OriginError && error.cause instanceof Error, 'with the reason for the log')
  })

  t.test('an altered snapshot never ends properly, nor does the client get all of it', async (t) => {
    const { get, root, entry, snapshot } = await published(t)
    writeFileSync(fileOf(root, entry), flipped(snapshot))
    const { status, complete, body, error } = await get()
    t.equal(status, 200)
    t.notOk(complete)
    t.ok(body.length < snapshot.length)
    t.ok(error instanceof Error)
  })

  t.test('a truncated snapshot never ends properly, neither whole nor in part', async (t) => {
    const { get, root, entry, snapshot } = await published(t)
    truncateSync(fileOf(root, entry), snapshot.length - 10)
    for (const range of [undefined, { first: snapshot.length - 100, last: snapshot.length - 1 }]) {
      const { status, complete, error } = await get(range)
      t.notOk(complete && status !== 502, `${status} ${complete}`)
      t.ok(error instanceof Error)
    }
  })

  t.test('a snapshot that has grown never ends properly', async (t) => {
    const { get, root, entry, snapshot } = await published(t)
    writeFileSync(fileOf(root, entry), Buffer.concat([snapshot, Buffer.from('more')]))
    const { status, complete, error } = await get()
    t.notOk(complete && status !== 502, `${status} ${complete}`)
    t.ok(error instanceof Error)
  })
}
