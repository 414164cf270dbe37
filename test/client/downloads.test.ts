// Downloads of the snapshot into a file, while others write to the same path, or after some were killed.

import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { createOffersClient, OffersError } from '../../client/index.ts'
import { downloadSnapshot, folderStore } from '../../client/node/index.ts'
import { temporaryNameOf } from '../../client/node/replace-file.ts'
import { between, happens, oneOf, type Random, seededRandom } from '../../fixtures/generator/seeded-random.ts'
import { inFull, SLOW_MS } from '../helpers/slow-suite.ts'
import { DAY, offerOf, scriptedFetch } from './support/scripted-fetch.ts'
import { clientAt, FILE, fileOf, headersOf, serveFile } from './support/snapshot-file.ts'
import { stillClock } from './support/still-clock.ts'

t.setTimeout(SLOW_MS)

const ROUNDS = inFull ? 1000 : 100
const FILES = { '"a"': FILE, '"b"': fileOf('2026-09-02T10:00:00.000Z', 400) }
type Tag = keyof typeof FILES

/** A server that sends pieces at random moments and may break off the connection; the seed decides both. */
function oddServer(random: Random, etag: Tag) {
  const file = FILES[etag]
  return scriptedFetch(({ headers }) => {
    const [, first = '0'] = /^bytes=(\d+)-$/.exec(headers.get('range') ?? '') ?? []
    const isPart = headers.get('if-range') === etag && Number(first) < file.length
    let at = isPart ? Number(first) : 0
    const head = {
      ...headersOf(file, etag),
      'content-length': String(file.length - at),
      ...(isPart ? { 'content-range': `bytes ${at}-${file.length - 1}/${file.length}` } : {}),
    }
    const breaksAt = happens(random, 0.3) ? between(random, at, file.length) : Number.POSITIVE_INFINITY
    const body = new ReadableStream({
      pull: async (controller) => {
        for (let turns = between(random, 0, 3); turns > 0; turns--) await turn()
        if (at >= breaksAt) return controller.error(new TypeError('terminated'))
        if (at >= file.length) return controller.close()
        const end = at + between(random, 1, 4000)
        controller.enqueue(new Uint8Array(file.subarray(at, end)))
        at = Math.min(end, file.length)
      },
    })
    return new Response(body, { status: isPart ? 206 : 200, headers: head })
  })
}

/** One of two downloads: starts after some turns of the event loop, and is sometimes aborted. */
async function oddDownload(random: Random, path: string, after: (result: string) => void) {
  const etag = oneOf(random, ['"a"', '"a"', '"b"'] as const)
  const { fetch } = oddServer(random, etag)
  const client = createOffersClient({
    baseUrl: 'https://api.example',
    key: 'x',
    fetch,
    clock: stillClock({ mayPass: 29_999 }),
  })
  const controller = new AbortController()
  for (let turns = between(random, 0, 40); turns > 0; turns--) await turn()
  const limit = happens(random, 0.2) ? between(random, 0, 40) : 0
  const ending = (async () => {
    for (let turns = limit; turns > 0; turns--) await turn()
    if (limit > 0) controller.abort(new Error('enough'))
  })()
  const result = await downloadSnapshot(client, path, { signal: controller.signal }).then(
    (done) => (done?.etag === etag && done.size === FILES[etag].length ? etag : `wrong: ${done?.size}`),
    (error) => (error instanceof OffersError ? error.code : error.message),
  )
  // Called in the same turn as the result, so that the other download cannot change the file in between.
  after(result)
  await ending
}

t.test(`${ROUNDS} × two downloads to one path at random moments: the file is always right`, async (t) => {
  const folder = t.testdir()
  const path = join(folder, 'offers.ndjson.gz')
  const seen: Record<string, number> = {}
  const isWhole = () => {
    // Once: the other download may replace it at any time.
    const found = readFileSync(path)
    return Object.values(FILES).some((file) => found.equals(file))
  }
  for (let round = 0; round < ROUNDS; round++) {
    const random = seededRandom('downloads', round)
    if (happens(random, 0.5)) rmSync(path, { force: true })
    const after = (result: string) => {
      seen[result] = (seen[result] ?? 0) + 1
      const isGood = result in FILES ? isWhole() : !existsSync(path) || isWhole()
      if (!isGood) t.fail(`round ${round}: after ${result} the file is wrong`)
    }
    const seeds = [1, 2].map((each) => seededRandom('downloads', round, each))
    await Promise.all(seeds.map((each) => oddDownload(each, path, after)))
  }
  t.ok(
    Number(seen['"a"']) > ROUNDS / 4 && Number(seen['"b"']) > 0 && Number(seen.enough) > 0,
    JSON.stringify(seen),
  )
  t.strictSame(Object.keys(seen).toSorted(), ['"a"', '"b"', 'enough'], JSON.stringify(seen))
})

t.test('a run that fails leaves neither a file nor a part', async (t) => {
  const { client } = await clientAt(t, (request, response, count) => {
    if (count === 1) serveFile(request, response, FILE, 5000)
    else response.writeHead(400).end()
  })
  const folder = t.testdir()
  await t.rejects(downloadSnapshot(client, join(folder, 'offers.ndjson.gz')), { code: 'http_error' })
  t.strictSame(readdirSync(folder), [])
})

t.test('leftovers of killed runs are removed once they are a day old, and nothing else is', async (t) => {
  const folder = t.testdir()
  const leave = (name: string, hours: number) => {
    const file = temporaryNameOf(join(folder, name))
    const then = Date.now() / 1000 - hours * 3600
    writeFileSync(file, '')
    utimesSync(file, then, then)
    return file
  }
  const left = (files: string[]) => files.filter(existsSync)
  const others = [leave('other.gz', 30), join(folder, 'offers.ndjson.gz.mine.tmp')]
  writeFileSync(others[1] ?? '', '')
  utimesSync(others[1] ?? '', 0, 0)

  const path = join(folder, 'offers.ndjson.gz')
  const [old, young] = [leave('offers.ndjson.gz', 25), leave('offers.ndjson.gz', 23)]
  const { client } = await clientAt(t, (request, response) => serveFile(request, response, FILE))
  await downloadSnapshot(client, path)
  t.strictSame(left([old, young, ...others]), [young, ...others], 'by a download')

  const copies = [leave('copy.ndjson', 25), leave('copy.ndjson', 1)]
  const store = folderStore(folder)
  const facts = { dataAsOf: DAY, attribution: 'x', etag: undefined, regions: {} }
  await store.write({ ...facts, offers: [] })
  t.strictSame(left(copies), [copies[1]], 'by a copy')
})

t.test('a stored copy with records that the client cannot use is damaged', async (t) => {
  const store = folderStore(t.testdir())
  const offers = [{ ...offerOf(1), issuer: undefined }] as never
  await store.write({ dataAsOf: DAY, attribution: 'x', etag: undefined, regions: {}, offers })
  await t.rejects(store.read(), { code: 'damaged_copy' })
})
