// The catalogue over a remote origin: one request for what many want, releases taken whole, failures not kept.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { listTarget, parseRequestTarget } from '../../../contract/api/request-target.ts'
import { objectPath, routesPath } from '../../../contract/release/layout.ts'
import { Catalogue } from '../../../gateway/catalogue/catalogue.ts'
import type { Release } from '../../../gateway/catalogue/release.ts'
import { remoteOrigin } from '../../../gateway/origin/remote-origin.ts'
import { collectGarbage } from '../../helpers/collect-garbage.ts'
import { publishTinyRelease, type TinyRelease } from '../../helpers/tiny-release.ts'
import { type FakeOrigin, fakeOrigin } from './fake-origin.ts'
import { publicFolder } from './release-files.ts'

const NEXT_DAY = { dataAsOf: '2026-08-23T10:00:00.000Z' }
const FIRST_LARGE = listTarget({ limit: 100, offset: 0 })

async function remoteCatalogue(t: Test, { offers = 120, cacheBytes = 10_000_000 } = {}) {
  const root = publicFolder(t)
  const release = publishTinyRelease(root, { offers })
  const fake = await fakeOrigin(t, root)
  const origin = remoteOrigin(fake.url)
  t.teardown(() => origin.close())
  const failures: string[] = []
  const events = { swapped: () => {}, failed: (message: string) => failures.push(message) }
  const catalogue = new Catalogue(origin, { cacheBytes, pollMs: 60_000, events })
  await catalogue.refresh()
  return { root, release, fake, catalogue, failures }
}

/** The body of an answer, as a client with a named key would get it. */
async function read(release: Release | undefined, target: string): Promise<string> {
  const request = parseRequestTarget(target)
  if (!release || !request) throw new Error('nothing to ask, or nobody')
  const page = await release.find(request, 'named')
  if (page?.kind !== 'page') throw new Error(`${target} is no page`)
  return String(await release.load(page, 'identity'))
}

function bodyOf({ bodies }: TinyRelease, target: string): string {
  return String(bodies.get(target))
}

function requestsFor({ seen }: FakeOrigin, release: TinyRelease, target: string): number {
  const { digest, storage } = release.entry(target)
  return seen.filter(({ path }) => path === objectPath(digest, storage)).length
}

/** Whether the large pages are all in memory after they were asked for. */
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

t.test('many who ask for one cold page at once cause one request', async (t) => {
  const { catalogue, fake, release } = await remoteCatalogue(t)
  const asked = Array.from({ length: 50 }, () => read(catalogue.current, FIRST_LARGE))
  for (const body of await Promise.all(asked)) t.equal(body, bodyOf(release, FIRST_LARGE))
  t.equal(requestsFor(fake, release, FIRST_LARGE), 1)
})

t.test('two addresses of one body, and the windows cut from it, cause one request together', async (t) => {
  const { catalogue, fake, release } = await remoteCatalogue(t)
  const same = listTarget({ issuer: 'tiny-bank', limit: 100, offset: 0 })
  t.equal(release.entry(same).digest, release.entry(FIRST_LARGE).digest)
  const windows = Array.from({ length: 20 }, (_, offset) => listTarget({ limit: 7, offset }))
  const asked = [FIRST_LARGE, same, ...windows].map((target) => read(catalogue.current, target))
  const bodies = await Promise.all(asked)
  t.equal(bodies[0], bodies[1])
  for (const body of bodies.slice(2)) t.equal(JSON.parse(body).data.length, 7)
  t.equal(requestsFor(fake, release, FIRST_LARGE), 1)
})

t.test('without the origin hot pages are served, cold ones are a problem that is not kept', async (t) => {
  const { catalogue, fake, release, failures } = await remoteCatalogue(t)
  const cold = listTarget({ limit: 25, offset: 25 })
  const overCold = listTarget({ limit: 3, offset: 100 })
  await read(catalogue.current, FIRST_LARGE)
  await fake.stop()
  await catalogue.refresh()
  t.match(failures, [/can not read .*latest\.json: .*ECONNREFUSED/])
  t.equal(await read(catalogue.current, FIRST_LARGE), bodyOf(release, FIRST_LARGE))
  t.equal(JSON.parse(await read(catalogue.current, listTarget({ limit: 3, offset: 1 }))).data.length, 3)
  for (const target of [cold, overCold]) {
    const problem = {
      name: 'ApiProblem',
      code: 'origin_unavailable',
      status: 502,
      cause: { message: /ECONNREFUSED/ },
    }
    await t.rejects(read(catalogue.current, target), problem, target)
  }
  await fake.start()
  t.equal(await read(catalogue.current, cold), bodyOf(release, cold))
  t.equal(JSON.parse(await read(catalogue.current, overCold)).data.length, 3)
})

t.test('a page that was altered on its way is neither served nor kept', async (t) => {
  const { catalogue, fake, release } = await remoteCatalogue(t)
  fake.faults.set('.gz', (res, file) => res.end(file.subarray(0, -5)))
  await t.rejects(read(catalogue.current, FIRST_LARGE), {
    code: 'origin_unavailable',
    cause: { message: /damaged/ },
  })
  fake.faults.clear()
  t.equal(await read(catalogue.current, FIRST_LARGE), bodyOf(release, FIRST_LARGE))
})

t.test('a release is taken when it is whole, however early its pointer is seen', async (t) => {
  const { catalogue, root, release, failures } = await remoteCatalogue(t)
  const next = publishTinyRelease(root, NEXT_DAY)
  const table = join(root, routesPath(next.pointer.release))
  const bytes = readFileSync(table)
  const keepsTheOld = async () => {
    await catalogue.refresh()
    t.equal(catalogue.current?.manifest.id, release.pointer.release)
    t.equal(await read(catalogue.current, FIRST_LARGE), bodyOf(release, FIRST_LARGE))
  }
  rmSync(table)
  await keepsTheOld()
  writeFileSync(table, bytes.subarray(0, -100))
  await keepsTheOld()
  writeFileSync(table, Buffer.alloc(bytes.length))
  await keepsTheOld()
  t.match(failures, [/routes: missing/, /routes: expected/, /routes: damaged/])
  writeFileSync(table, bytes)
  await catalogue.refresh()
  t.equal(catalogue.current?.manifest.id, next.pointer.release)
  t.equal(await read(catalogue.current, FIRST_LARGE), bodyOf(next, FIRST_LARGE))
})

t.test(
  'who asked under the old release gets the old page, though a new one is taken meanwhile',
  async (t) => {
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
  },
)

t.test('what the old release had in memory the new one has read before it stands', async (t) => {
  const { catalogue, fake, root } = await remoteCatalogue(t)
  await read(catalogue.current, FIRST_LARGE)
  const next = publishTinyRelease(root, NEXT_DAY)
  await catalogue.refresh()
  t.equal(catalogue.current?.manifest.id, next.pointer.release)
  t.equal(requestsFor(fake, next, FIRST_LARGE), 1)
  await fake.stop()
  t.equal(await read(catalogue.current, FIRST_LARGE), bodyOf(next, FIRST_LARGE), 'without the origin')
})

t.test(
  'a new release finds room: of the old one only what was asked for last is kept and handed on',
  async (t) => {
    const offers = 800
    const { catalogue, fake, release, root } = await remoteCatalogue(t, { offers, cacheBytes: 2_000_000 })
    const older = catalogue.current
    const targets = largePages(offers)
    for (const target of targets) await read(older, target)
    const next = publishTinyRelease(root, { ...NEXT_DAY, offers })
    await catalogue.refresh()
    const handedOn = targets.filter((target) => requestsFor(fake, next, target) > 0)
    t.ok(handedOn.length > 0 && handedOn.length <= targets.length / 2, `${handedOn.length} pages`)
    t.same(handedOn, targets.slice(-handedOn.length), 'those that were asked for last')
    // Backwards: what is not in memory takes the place of what was counted already.
    for (const target of targets.toReversed()) await read(older, target)
    const readAgain = targets.filter((target) => requestsFor(fake, release, target) > 1)
    t.same(readAgain, targets.slice(0, readAgain.length))
    t.ok(readAgain.length >= targets.length / 2, `${readAgain.length} pages were let go`)
  },
)

t.test('a new release has all the memory when the old one is gone, half of it before', async (t) => {
  const offers = 800
  const { catalogue, fake, root } = await remoteCatalogue(t, { offers, cacheBytes: 3_000_000 })
  const held = { older: catalogue.current }
  const next = publishTinyRelease(root, { ...NEXT_DAY, offers })
  await catalogue.refresh()
  t.notOk(await areAllKept(fake, next, catalogue, offers), 'while the old one is there')
  held.older = undefined
  await collectGarbage()
  t.ok(await areAllKept(fake, next, catalogue, offers))
})

t.test('a release that can not be taken costs the one that stands no memory', async (t) => {
  const offers = 800
  const { catalogue, fake, release, root, failures } = await remoteCatalogue(t, {
    offers,
    cacheBytes: 3_000_000,
  })
  t.ok(await areAllKept(fake, release, catalogue, offers))
  const next = publishTinyRelease(root, { ...NEXT_DAY, offers })
  rmSync(join(root, routesPath(next.pointer.release)))
  for (const _ of [1, 2, 3]) await catalogue.refresh()
  t.equal(failures.length, 3)
  t.ok(await areAllKept(fake, release, catalogue, offers))
})

t.test('a new release stands, even when what was to be read of it in advance can not be', async (t) => {
  const { catalogue, root } = await remoteCatalogue(t)
  await read(catalogue.current, FIRST_LARGE)
  const next = publishTinyRelease(root, NEXT_DAY)
  const { digest, storage } = next.entry(FIRST_LARGE)
  rmSync(join(root, objectPath(digest, storage)))
  await catalogue.refresh()
  t.equal(catalogue.current?.manifest.id, next.pointer.release)
  await t.rejects(read(catalogue.current, FIRST_LARGE), { code: 'origin_unavailable' })
})
