// Thousands of raw requests from a seed, good and bad ones in all mixtures, several on a connection. Each answer is checked
// against those that its request may get, and against the promises of every answer.
//
// `make fuzz MINUTES=n` continues with new seeds. A failure names its seed, which FUZZ_SEED=… repeats.

import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { PROBLEMS } from '../../contract/api/problems.ts'
import type { GatewayParts } from '../../gateway/gateway.ts'
import { openOrigin } from '../../gateway/origin/open-origin.ts'
import { recordOf } from '../../lib/record-of.ts'
import { type RunningGateway, startGateway, unlimited } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { withoutNginx } from '../helpers/nginx.ts'
import { startOrigin } from '../helpers/origin.ts'
import { inFull, SLOW_MS } from '../helpers/slow-suite.ts'
import { TINY_ISSUER, tinyOffer } from '../helpers/tiny-offer.ts'
import { publishTinyRelease, type TinyRelease } from '../helpers/tiny-release.ts'
import { FIRST_SEED, FUZZ_MINUTES, seeds } from './support/fuzz.ts'
import {
  type Expected,
  generateRequest,
  type Material,
  type RawRequest,
} from './support/generate-requests.ts'
import { randomFrom } from './support/random.ts'
import { answersIn, openSocket, type RawAnswer, received } from './support/raw-socket.ts'

const CONNECTIONS = inFull ? 8_000 : 1_200
const AT_A_TIME = 8

t.setTimeout(SLOW_MS + FUZZ_MINUTES * 60_000)

interface Stage {
  running: RunningGateway
  material: Material
  /** The body that a plain client gets. */
  plainBody(expected: Expected): Promise<Buffer>
}

async function start(t: Test, folder: string, parts: Partial<GatewayParts> = {}): Promise<Stage> {
  const running = await startGateway(t, folder, { limiter: unlimited, ...parts })
  const { base, keys } = running
  const good = recordOf(['named', 'demo'] as const, (kind) => keys.issue(kind))
  const revoked = keys.issue('named')
  for (const record of keys.records.values()) {
    if (record.digest === [...keys.records.keys()].at(-1))
      await keys.revoke(record.id, '2026-01-01T00:00:00.000Z')
  }
  const bodies = new Map<string, Promise<Buffer>>()
  const plainBody = ({ target = '', kind }: Expected) => {
    const name = `${kind} ${target}`
    const known =
      bodies.get(name) ?? call(base, target, kind ? { key: good[kind] } : {}).then(({ body }) => body)
    bodies.set(name, known)
    return known
  }
  const offerId = tinyOffer(0, '2026-08-22T10:00:00.000Z').id
  return { running, material: { ...good, revoked, offerId, issuer: TINY_ISSUER.slug }, plainBody }
}

/** The last request of each connection: it shows that the connection still works, and ends it. */
const LAST: RawRequest = {
  bytes: 'GET /beta/openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  expected: { statuses: [200], mayClose: true, hasBody: true, target: '/beta/openapi.json', kind: undefined },
}

/** Sends the requests of a seed on one connection; returns the faults of the answers. */
async function faultsOf(seed: number, { running, material, plainBody }: Stage): Promise<string[]> {
  const random = randomFrom(seed)
  const count = 1 + random.below(4)
  const requests = [...Array.from({ length: count }, () => generateRequest(random, material)), LAST]
  const socket = await openSocket(running.base)
  const bytes = Buffer.from(requests.map((request) => request.bytes).join(''), 'latin1')
  // In pieces, as networks deliver them.
  const cut = random.oneIn(3) ? random.below(bytes.length) : bytes.length
  socket.write(bytes.subarray(0, cut))
  if (cut < bytes.length) setImmediate(() => socket.write(bytes.subarray(cut)))
  const came = await received(socket)
  try {
    const answers = answersIn(came, (index) => requests[index]?.expected.hasBody ?? true)
    return await faultsIn(answers, requests, plainBody)
  } catch (error) {
    if (cut === bytes.length) return [`${error}`]
  }
  try {
    // If the parser refuses a HEAD that came in two pieces, it no longer has the method, and the last answer has a body.
    const last = came.toString('latin1').split('HTTP/1.1 ').length - 2
    const answers = answersIn(came, (index) => index === last || (requests[index]?.expected.hasBody ?? true))
    return await faultsIn(answers, requests, plainBody)
  } catch (error) {
    return [`${error}`]
  }
}

async function faultsIn(
  answers: readonly RawAnswer[],
  requests: readonly RawRequest[],
  plainBody: Stage['plainBody'],
): Promise<string[]> {
  const faults: string[] = []
  let mayEnd = false
  for (const [index, answer] of answers.entries()) {
    const expected = requests[index]?.expected
    // Bytes after a request whose end is ambiguous are junk, and are refused as such.
    const isJunk = mayEnd && index === answers.length - 1 && [400, 431].includes(answer.status)
    if (!isJunk && !expected?.statuses.includes(answer.status))
      faults.push(`answer ${index} is ${answer.status}, expected ${expected?.statuses ?? 'none'}`)
    faults.push(...promisesBroken(answer).map((fault) => `answer ${index} (${answer.status}): ${fault}`))
    if (answer.status === 200 && expected?.target && expected.hasBody && !isJunk) {
      const body = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(answer.bytes) : answer.bytes
      if (!body.equals(await plainBody(expected)))
        faults.push(`answer ${index} has another body than a plain one`)
    }
    mayEnd = expected?.mayClose === true || answer.headers.connection === 'close'
  }
  if (answers.length < requests.length && !mayEnd && answers.length > 0)
    faults.push(`${answers.length} answers to ${requests.length} requests, though none ended the connection`)
  if (answers.length === 0) faults.push('no answer at all')
  return faults
}

/** The promises of every answer. */
function promisesBroken({ status, headers, body }: RawAnswer): string[] {
  const faults: string[] = []
  if (headers['access-control-allow-origin'] !== '*') faults.push('a browser may not read it')
  if (status >= 500) faults.push('an error of ours')
  if (status >= 400) {
    if (headers['content-type'] !== 'application/problem+json') faults.push('an error in another form')
    if (headers['cache-control'] !== 'no-store') faults.push('an error that may be kept')
    if (body !== '') {
      const { code, status: said } = JSON.parse(body)
      if (!Object.hasOwn(PROBLEMS, code)) faults.push(`an unknown code: ${code}`)
      if (said !== status) faults.push(`it says ${said}`)
    }
  }
  if (status === 304 && !headers.etag) faults.push('no entity tag')
  if (status === 401 && !headers['www-authenticate']) faults.push('no challenge')
  return faults
}

/** Tries seeds one after the other, several at a time; stops at the first that fails. */
async function trySeeds(t: Test, stage: Stage, connections = CONNECTIONS): Promise<void> {
  const left = seeds(connections)
  let tried = 0
  let failed: { seed: number; faults: string[]; bytes: string } | undefined
  const lane = async () => {
    for (let next = left.next(); !failed && !next.done; next = left.next()) {
      tried += 1
      const faults = await faultsOf(next.value, stage)
      if (faults.length > 0)
        failed ??= { seed: next.value, faults, bytes: bytesOf(next.value, stage.material) }
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, lane))
  t.equal(failed, undefined, `${tried} connections, from seed ${FIRST_SEED}`)
}

function bytesOf(seed: number, material: Material): string {
  const random = randomFrom(seed)
  const count = 1 + random.below(4)
  return Array.from({ length: count }, () => generateRequest(random, material).bytes.slice(0, 600)).join('')
}

function publish(t: Test): { folder: string; release: TinyRelease } {
  const folder = join(t.testdir({ out: {} }), 'out')
  return { folder, release: publishTinyRelease(folder, { offers: 250 }) }
}

t.test('a gateway with a folder gives correct answers', async (t) => {
  const { folder } = publish(t)
  await trySeeds(t, await start(t, folder))
})

t.test('a gateway with a remote origin gives correct answers', { skip: withoutNginx }, async (t) => {
  const { folder } = publish(t)
  const { url } = await startOrigin(t, folder)
  // Only the way of the bytes differs.
  await trySeeds(t, await start(t, folder, { origin: await openOrigin({ url }) }), CONNECTIONS / 4)
})
