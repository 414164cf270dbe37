// Origins that send anything but the next release: it is never taken and never waited for without end, each failure is
// counted, the current release is served, and the next one is taken as soon as the origin is correct.

import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import {
  MAX_MANIFEST_BYTES,
  MAX_POINTER_BYTES,
  manifestPath,
  POINTER_PATH,
  tablePath,
} from '../../contract/release/layout.ts'
import { Catalogue } from '../../gateway/catalogue/catalogue.ts'
import { remoteOrigin } from '../../gateway/origin/remote-origin.ts'
import { type Fault, fakeOrigin } from '../gateway/origin/fake-origin.ts'
import { flipped, publicFolder } from '../gateway/origin/release-files.ts'
import { flood } from '../helpers/flood.ts'
import { SHORT_MS } from '../helpers/slow-suite.ts'
import { publishTinyRelease, type TinyRelease } from '../helpers/tiny-release.ts'
import { until } from '../helpers/until.ts'

t.setTimeout(SHORT_MS)

const ELSEWHERE = '20260101T000000000Z-0123456789ab'

/** A gateway's catalogue with the first release, and an origin whose pointer names the second one. */
async function betweenTwoDays(t: Test) {
  const root = publicFolder(t)
  const first = publishTinyRelease(root)
  const fake = await fakeOrigin(t, root)
  const origin = remoteOrigin(fake.url)
  t.teardown(() => origin.close())
  const failures: string[] = []
  const events = { swapped: () => {}, failed: (message: string) => void failures.push(message) }
  let deadline = new AbortController()
  const startDeadline = () => {
    deadline = new AbortController()
    return deadline.signal
  }
  const catalogue = new Catalogue(origin, { cacheBytes: 1_000_000, pollMs: 60_000, events, startDeadline })
  await catalogue.refresh()
  const next = publishTinyRelease(root, { dataAsOf: '2026-08-23T10:00:00.000Z' })
  const endTime = () => deadline.abort(new Error('time is up'))
  return { fake, catalogue, failures, first, next, endTime }
}

type Setup = Awaited<ReturnType<typeof betweenTwoDays>>

function files({ next }: Setup): Record<'pointer' | 'manifest' | 'table', string> {
  const { release } = next.pointer
  return { pointer: POINTER_PATH, manifest: manifestPath(release), table: tablePath(release) }
}

/** Sends this instead of the file. */
const instead =
  (body: (file: Buffer) => Buffer | string, status = 200, headers = {}): Fault =>
  (res, file) =>
    res.writeHead(status, headers).end(body(file))

const raw =
  (text: string): Fault =>
  (res) =>
    res.socket?.end(text)

const SWITCH = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'

/** Faults that end by themselves. */
const FAULTS: Record<string, Fault> = {
  'an error': instead(() => 'sorry', 500),
  'a refusal': instead(() => '', 403),
  'a part': instead((file) => file, 206),
  'nothing, well': instead(() => '', 204),
  'not modified': instead(() => '', 304),
  'a redirect': instead(() => '', 302, { Location: '/prefix/latest.json' }),
  'a redirect into the network': instead(() => '', 301, { Location: 'http://169.254.169.254/latest/' }),
  'an empty file': instead(() => ''),
  'one bit flipped': instead(flipped),
  'the end missing': instead((file) => file.subarray(0, -2)),
  'one byte more': instead((file) => Buffer.concat([file, Buffer.from('}')])),
  zeros: instead((file) => Buffer.alloc(file.length)),
  noise: instead((file) => Buffer.from(file.map((_, at) => (at * 167 + 13) & 255))),
  'a page for people': instead(() => '<!doctype html><title>Welcome to nginx!</title>'),
  'gzip that was not asked for': instead((file) => gzipSync(file), 200, { 'Content-Encoding': 'gzip' }),
  'JSON that is not a record': instead(() => '[]'),
  'no value at all': instead(() => 'null'),
  'a record without members': instead(() => '{}'),
  'text that is not UTF-8': instead(() => Buffer.from([0x7b, 0xff, 0xfe, 0x7d])),
  'the file, cut': (res, file) => {
    res.writeHead(200, { 'Content-Length': file.length })
    res.write(file.subarray(0, 40), () => res.destroy())
  },
  'the file, cut without a length': (res, file) => void res.write(file.subarray(0, 40), () => res.destroy()),
  'a connection that closes': (res) => res.destroy(),
  'a switch of protocols': raw(SWITCH),
  'a switch of protocols that stays open': (res) => res.socket?.write(SWITCH),
  'another protocol': raw('SSH-2.0-OpenSSH_9.2\r\n'),
  'a malformed head': raw('HTTP/1.1 200\r\nContent-Length: -1\r\n\r\n'),
  'two lengths': raw('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}\n'),
  'a malformed chunk': raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'),
  'a head without end': raw(`HTTP/1.1 200 OK\r\n${'X-More: and more\r\n'.repeat(10_000)}`),
  'too many bytes': (res) => flood(res, '['.repeat(64 * 1024)),
  'too many bytes, with their length': (res) => {
    res.writeHead(200, { 'Content-Length': 2 ** 40 })
    res.write('[')
  },
}

/** Bad pointers that are JSON. */
const POINTERS: Record<string, (next: TinyRelease) => unknown> = {
  'a release that is missing': ({ pointer }) => ({ ...pointer, release: ELSEWHERE }),
  'another digest': ({ pointer }) => ({ ...pointer, manifest: '0'.repeat(64) }),
  'a digest in capitals': ({ pointer }) => ({ ...pointer, manifest: pointer.manifest.toUpperCase() }),
  'a path out of the folder': ({ pointer }) => ({ ...pointer, release: '../../etc/passwd' }),
  'an id with more after it': ({ pointer }) => ({ ...pointer, release: `${pointer.release}/../x` }),
  'an id and a line end': ({ pointer }) => ({ ...pointer, release: `${pointer.release}\n` }),
  'an address': ({ pointer }) => ({ ...pointer, release: 'http://169.254.169.254/' }),
  'a list of releases': ({ pointer }) => ({ ...pointer, release: [pointer.release] }),
  'no digest': ({ pointer }) => ({ release: pointer.release }),
  'itself in itself': ({ pointer }) => ({ release: { release: pointer }, manifest: pointer }),
}

for (const file of ['pointer', 'manifest', 'table'] as const) {
  t.test(`a ${file} with other content is not taken, and the failure is counted`, async (t) => {
    const setup = await betweenTwoDays(t)
    const { fake, catalogue, failures, first, next } = setup
    const path = files(setup)[file]
    let expected = 0
    for (const [name, fault] of Object.entries(FAULTS)) {
      fake.faults.set(path, fault)
      await catalogue.refresh()
      expected += 1
      t.equal(failures.length, expected, `${name}: ${failures.at(-1)}`)
      t.equal(catalogue.current?.manifest.id, first.manifest.id)
    }
    t.notOk(
      fake.seen.some(({ path }) => path.includes('latest/')),
      'no redirect is followed',
    )
    fake.faults.clear()
    await catalogue.refresh()
    t.equal(catalogue.current?.manifest.id, next.manifest.id, 'the origin is correct again')
    t.equal(failures.length, expected)
  })
}

t.test('a missing file is a failure until it is back', async (t) => {
  const setup = await betweenTwoDays(t)
  const { fake, catalogue, failures, first } = setup
  for (const path of Object.values(files(setup))) {
    fake.faults.clear()
    fake.faults.set(path, (res) => res.writeHead(404).end())
    await catalogue.refresh()
    t.equal(catalogue.current?.manifest.id, first.manifest.id)
  }
  t.match(failures, [/latest\.json is gone/, /release\.json: missing/, /routes: missing/])
})

t.test('a pointer that does not name a release is not followed', async (t) => {
  const { fake, catalogue, failures, first, next } = await betweenTwoDays(t)
  for (const [name, pointer] of Object.entries(POINTERS)) {
    fake.faults.set(
      POINTER_PATH,
      instead(() => JSON.stringify(pointer(next))),
    )
    const before = failures.length
    await catalogue.refresh()
    t.equal(failures.length, before + 1, `${name}: ${failures.at(-1)}`)
    t.equal(catalogue.current?.manifest.id, first.manifest.id)
  }
  const asked = new Set(fake.seen.map(({ path }) => path))
  t.notOk(
    [...asked].some((path) => /\.\.|etc|169|%/.test(path)),
    'nothing of it became a path',
  )
})

t.test('a pointer or manifest beyond its size limit is not parsed', async (t) => {
  const setup = await betweenTwoDays(t)
  const { fake, catalogue, failures } = setup
  const { pointer, manifest } = files(setup)
  const bounds: [string, number][] = [
    [pointer, MAX_POINTER_BYTES],
    [manifest, MAX_MANIFEST_BYTES],
  ]
  for (const [path, bound] of bounds) {
    fake.faults.clear()
    fake.faults.set(
      path,
      instead(() => Buffer.alloc(bound + 1, '[')),
    )
    await catalogue.refresh()
    t.match(failures.at(-1), new RegExp(`longer than ${bound} bytes`))
    fake.faults.set(
      path,
      instead(() => Buffer.alloc(bound, '[')),
    )
    await catalogue.refresh()
    t.match(failures.at(-1), /damaged/, 'one byte less is read, and refused')
  }
})

/** Faults that never end by themselves; each calls back when it has begun. */
const ENDLESS: Record<string, (res: ServerResponse, file: Buffer) => void> = {
  silence: () => {},
  'half of the file': (res, file) =>
    void res.writeHead(200, { 'Content-Length': file.length }).write(file.subarray(0, 20)),
  'byte after byte': (res, file) => {
    res.writeHead(200, { 'Content-Length': file.length })
    const bytes = file[Symbol.iterator]()
    const drip = setInterval(() => res.write(Buffer.from([bytes.next().value ?? 0])), 1)
    res.on('close', () => clearInterval(drip))
  },
  'a head, line after line': (res) => {
    res.socket?.write('HTTP/1.1 200 OK\r\n')
    const drip = setInterval(() => res.socket?.write('X-More: a\r\n'), 1)
    res.on('close', () => clearInterval(drip))
  },
  'one interim answer after the other': (res) => {
    const drip = setInterval(() => res.socket?.write('HTTP/1.1 102 Processing\r\n\r\n'), 1)
    res.on('close', () => clearInterval(drip))
  },
}

for (const file of ['pointer', 'manifest', 'table'] as const) {
  t.test(`a ${file} that never ends fails when the time for all files is up`, async (t) => {
    const setup = await betweenTwoDays(t)
    const { fake, catalogue, failures, first, next, endTime } = setup
    const path = files(setup)[file]
    for (const [name, fault] of Object.entries(ENDLESS)) {
      let hasBegun = false
      fake.faults.set(path, (res, bytes) => {
        hasBegun = true
        fault(res, bytes)
      })
      const before = failures.length
      const look = catalogue.refresh()
      await until('the origin was asked', () => hasBegun)
      endTime()
      await look
      t.match(failures.slice(before), [`cannot read ${fake.url.href}${path}: time is up`], name)
      t.equal(catalogue.current?.manifest.id, first.manifest.id)
    }
    fake.faults.clear()
    await catalogue.refresh()
    t.equal(catalogue.current?.manifest.id, next.manifest.id, 'the next check takes it')
  })
}

t.test('the time is for all files together, and restarts with each check', async (t) => {
  const { fake, catalogue, failures, endTime, next } = await betweenTwoDays(t)
  fake.faults.set('routes', (res, file) => {
    endTime()
    res.end(file)
  })
  await catalogue.refresh()
  t.match(failures, [/routes: time is up/])
  fake.faults.clear()
  await catalogue.refresh()
  t.equal(catalogue.current?.manifest.id, next.manifest.id)
})
