// The catalogue over a remote origin: shared requests, releases taken as a whole, failures not kept.

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { parseRequestTarget } from '../../../contract/api/request-target.ts'
import { manifestPath, objectPath, POINTER_PATH, tablePath } from '../../../contract/release/layout.ts'
import { Catalogue } from '../../../gateway/catalogue/catalogue.ts'
import type { Release } from '../../../gateway/catalogue/release.ts'
import { remoteOrigin } from '../../../gateway/origin/remote-origin.ts'
import { sha256 } from '../../../lib/digest.ts'
import { listTarget } from '../../helpers/current-targets.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { publishTinyRelease, type TinyRelease } from '../../helpers/tiny-release.ts'
import { type FakeOrigin, fakeOrigin } from './fake-origin.ts'
import { publicFolder } from './release-files.ts'

t.setTimeout(SHORT_MS)

const NEXT_DAY = { dataAsOf: '2026-08-23T10:00:00.000Z' }
const FIRST_LARGE = listTarget({ limit: 100, offset: 0 })

interface CatalogueSetup {
  offers?: number
  cacheBytes?: number
  pollMs?: number
}

async function remoteCatalogue(t: Test, { offers = 120, ...options }: CatalogueSetup = {}) {
  const root = publicFolder(t)
  const release = publishTinyRelease(root, { offers })
  const fake = await fakeOrigin(t, root)
  const origin = remoteOrigin(fake.url)
  t.teardown(() => origin.close())
  const failures: string[] = []
  const events = { swapped: () => {}, failed: (message: string) => failures.push(message) }
  const catalogue = new Catalogue(origin, { cacheBytes: 10_000_000, pollMs: 60_000, events, ...options })
  await catalogue.refresh()
  return { root, release, fake, catalogue, failures }
}

/** The body of an answer, as a client with a named key would get it. */
async function read(release: Release | undefined, target: string): Promise<string> {
  const request = parseRequestTarget(target)
  if (!release || !request) throw new Error('no release, or no request')
  const answer = await release.find(request, 'named', () => () => {})
  if (answer?.kind !== 'cached') throw new Error(`${target} is no cached answer`)
  return String(await release.load(answer, 'identity'))
}

function bodyOf({ bodies }: TinyRelease, target: string): string {
  return String(bodies.get(target))
}

function requestsFor({ seen }: FakeOrigin, release: TinyRelease, target: string): number {
  const { digest, storage } = release.entry(target)
  return seen.filter(({ path }) => path === objectPath(digest, storage)).length
}

/** Whether all large pages are in memory after they were requested. */
async function areAllKept(fake: FakeOrigin, release: TinyRelease, catalogue: Catalogue, offers: number) {
  const targets = largePages(offers)
  const requests = () => targets.reduce((sum, target) => sum + requestsFor(fake, release, target), 0)
  for (const target of targets) await read(catalogue.current, target)
  const before = requests()
  for (const target of targets) await read(catalogue.current, target)
  return requests() === before
}

function largePages(offers: number): string[] {
  return Array.from({ length: offers / 100 }, (_, at) => listTarget({ limit: 100, offset: 100 * at }))
}

t.test('a page and the windows cut from it cause one request together', async (t) => {
  const { catalogue, fake, release } = await remoteCatalogue(t)
  const windows = Array.from({ length: 20 }, (_, offset) => listTarget({ limit: 7, offset }))
  const bodies = await Promise.all([FIRST_LARGE, ...windows].map((target) => read(catalogue.current, target)))
  for (const body of bodies.slice(1)) t.equal(JSON.parse(body).data.length, 7)
  t.equal(requestsFor(fake, release, FIRST_LARGE), 1)
})

t.test('simultaneous requests for a page that is not kept read it once, for both codings', async (t) => {
  const { catalogue, fake, release } = await remoteCatalogue(t, { cacheBytes: 1 })
  const request = parseRequestTarget(FIRST_LARGE)
  if (!request) throw new Error('no request')
  const codings = ['gzip', 'identity', 'gzip'] as const
  const lengths = codings.map(async (coding) => {
    const answer = await catalogue.current?.find(request, 'named', () => () => {})
    if (answer?.kind !== 'cached') throw new Error('no cached answer')
    const body = await catalogue.current?.load(answer, coding)
    t.same(answer.head(200, coding, 'named').framing, `Content-Length: ${body?.length}\r\n`)
    return body?.length
  })
  const [gzip, plain, again] = await Promise.all(lengths)
  t.not(gzip, plain)
  t.equal(gzip, again)
  t.equal(requestsFor(fake, release, FIRST_LARGE), 1)
})

t.test('a request under the old release gets its answer, though a new one is taken meanwhile', async (t) => {
  const { catalogue, root, release, fake } = await remoteCatalogue(t)
  let answerSlow = () => {}
  const asked = new Promise<void>((resolve) => {
    fake.faults.set(objectPath(release.entry(FIRST_LARGE).digest, 'gzip'), (res, file) => {
      answerSlow = () => res.end(file)
      resolve()
    })
  })
  const slow = read(catalogue.current, FIRST_LARGE)
  await asked
  const next = publishTinyRelease(root, NEXT_DAY)
  await catalogue.refresh()
  t.equal(await read(catalogue.current, FIRST_LARGE), bodyOf(next, FIRST_LARGE))
  answerSlow()
  t.equal(await slow, bodyOf(release, FIRST_LARGE))
})

t.test('a new release has all of the cache', async (t) => {
  const offers = 800
  const { catalogue, fake, release, root } = await remoteCatalogue(t, { offers, cacheBytes: 3_000_000 })
  const older = catalogue.current
  t.ok(await areAllKept(fake, release, catalogue, offers))
  const next = publishTinyRelease(root, { ...NEXT_DAY, offers })
  await catalogue.refresh()
  t.ok(await areAllKept(fake, next, catalogue, offers), 'though the older release is still referred to')
  t.equal(older?.manifest.id, release.pointer.release)
})

t.test('answers that a retired release still reads are not kept', async (t) => {
  const { catalogue, fake, release, root } = await remoteCatalogue(t)
  const older = catalogue.current
  publishTinyRelease(root, NEXT_DAY)
  await catalogue.refresh()
  for (let count = 1; count <= 2; count++) {
    t.equal(await read(older, FIRST_LARGE), bodyOf(release, FIRST_LARGE))
    t.equal(requestsFor(fake, release, FIRST_LARGE), count)
  }
})

t.test('a release of the same name with another manifest is taken', async (t) => {
  const { catalogue, release, root } = await remoteCatalogue(t)
  const path = join(root, manifestPath(release.pointer.release))
  const attribution = 'Corrected Test Data'
  const manifest = Buffer.from(JSON.stringify({ ...release.manifest, attribution }))
  writeFileSync(path, manifest)
  writeFileSync(join(root, POINTER_PATH), JSON.stringify({ ...release.pointer, manifest: sha256(manifest) }))
  const cut = listTarget({ limit: 3, offset: 1 })
  await read(catalogue.current, cut)
  await catalogue.refresh()
  t.equal(catalogue.current?.manifest.attribution, attribution)
  t.match(JSON.parse(await read(catalogue.current, cut)), { meta: { attribution } }, 'nothing old is served')
})

t.test('a window is cut once for simultaneous requests', async (t) => {
  const { catalogue } = await remoteCatalogue(t)
  const request = parseRequestTarget(listTarget({ limit: 7, offset: 3 }))
  if (!request) throw new Error('no request')
  const [first, second] = await Promise.all(
    [1, 2].map(() => catalogue.current?.find(request, 'named', () => () => {})),
  )
  t.ok(first)
  t.equal(first, second)
})

t.test('after stop there is no further check of the pointer, even if one is under way', async (t) => {
  const { catalogue, fake } = await remoteCatalogue(t, { pollMs: 1 })
  const before = fake.seen.length
  const watching = catalogue.watch()
  catalogue.stop()
  await watching
  await sleep(20)
  t.equal(fake.seen.length, before + 1)
})

t.test('a release that cannot be taken takes no memory from the current one', async (t) => {
  const offers = 800
  const { catalogue, fake, release, root, failures } = await remoteCatalogue(t, {
    offers,
    cacheBytes: 3_000_000,
  })
  t.ok(await areAllKept(fake, release, catalogue, offers))
  const next = publishTinyRelease(root, { ...NEXT_DAY, offers })
  rmSync(join(root, tablePath(next.pointer.release)))
  for (const _ of [1, 2, 3]) await catalogue.refresh()
  t.equal(failures.length, 3)
  t.ok(await areAllKept(fake, release, catalogue, offers))
})
