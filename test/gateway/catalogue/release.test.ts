import t, { type Test } from 'tap'
import { parseRequestTarget } from '../../../contract/api/request-target.ts'
import { AnswerCache } from '../../../gateway/catalogue/answer-cache.ts'
import { Release } from '../../../gateway/catalogue/release.ts'
import { folderOrigin } from '../../../gateway/origin/folder-origin.ts'
import { listTarget } from '../../helpers/current-targets.ts'
import { publishTinyRelease } from '../../helpers/tiny-release.ts'

const NEXT_DAY = { dataAsOf: '2026-08-23T10:00:00.000Z' }
const [FIRST = '', SECOND = '', THIRD = ''] = [0, 25, 50].map((offset) => listTarget({ limit: 25, offset }))

/** Two releases that share one cache, and a function that requests pages. */
async function twoReleases(t: Test) {
  const root = t.testdir()
  const cache = new AnswerCache(10_000_000)
  const origin = folderOrigin(root)
  const published = [publishTinyRelease(root), publishTinyRelease(root, NEXT_DAY)] as const
  const [current, next] = await Promise.all(
    published.map(async ({ pointer }) => new Release(await origin.reader.load(pointer), { origin, cache })),
  )
  if (!current || !next) throw new Error('two are published')
  const ask = async (target: string) => {
    const request = parseRequestTarget(target)
    const answer = request && (await current.find(request, 'named'))
    if (answer?.kind !== 'cached') throw new Error(`${target} is no cached answer`)
    await current.load(answer, 'gzip')
  }
  /** The targets of a release in memory, most recently used first. */
  const inMemory = ({ manifest }: Release) =>
    cache.answers().flatMap(({ key }) => (key.startsWith(`${manifest.id} `) ? [key.split(' ')[1]] : []))
  return { current, next, ask, inMemory }
}

t.test('warmed-up answers keep their order: the most recently used is evicted last', async (t) => {
  const { current, next, ask, inMemory } = await twoReleases(t)
  for (const target of [FIRST, SECOND, THIRD, SECOND]) await ask(target)
  await next.warmUp(current, () => 0)
  t.same(inMemory(next), [SECOND, THIRD, FIRST])
})

t.test('warming up skips windows, and reads the answers after them', async (t) => {
  const { current, next, ask, inMemory } = await twoReleases(t)
  const window = listTarget({ limit: 3, offset: 1 })
  await ask(FIRST)
  await ask(window)
  t.equal(inMemory(current)[0], window)
  await next.warmUp(current, () => 0)
  t.ok(inMemory(next).includes(FIRST))
  t.notOk(inMemory(next).includes(window))
})

t.test('a retired release leaves nothing in memory', async (t) => {
  const { current, next, ask, inMemory } = await twoReleases(t)
  for (const target of [FIRST, SECOND]) await ask(target)
  await next.warmUp(current, () => 0)
  current.retire()
  t.same(inMemory(current), [])
  t.same(inMemory(next), [SECOND, FIRST])
})
