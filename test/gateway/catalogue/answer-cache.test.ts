import t from 'tap'
import { between, happens, seededRandom } from '../../../fixtures/generator/seeded-random.ts'
import { AnswerCache } from '../../../gateway/catalogue/answer-cache.ts'
import { CachedAnswer } from '../../../gateway/catalogue/cached-answer.ts'
import { ANY_TARGET } from '../../helpers/any-target.ts'

const MEBIBYTE = 1024 * 1024

/** An answer that weighs about as much as its body. */
const answerOf = (target: string, bytes: number) => CachedAnswer.of(factsOf(target), Buffer.alloc(bytes))

const factsOf = (target: string) => ({
  routed: { ...ANY_TARGET, target },
  digest: '0'.repeat(64),
  window: undefined,
})

t.test('while there is room, every answer is kept', async (t) => {
  const cache = new AnswerCache(MEBIBYTE)
  const answers = Array.from({ length: 8 }, (_, at) => answerOf(`/${at}`, 50_000))
  for (const answer of answers) cache.admit(answer)
  for (const [at, answer] of answers.entries()) t.equal(cache.get(`/${at}`), answer)
  t.equal(cache.get('/8'), undefined)
})

t.test('once the cache is full, reading everything once evicts nothing', async (t) => {
  const cache = new AnswerCache(MEBIBYTE)
  for (let at = 0; at < 18; at++) cache.admit(answerOf(`/kept/${at}`, 50_000))
  const isKept = (at: number) => cache.get(`/kept/${at}`) !== undefined
  const kept = Array.from({ length: 18 }, (_, at) => at).filter(isKept)
  t.ok(kept.length > 10)
  for (let at = 0; at < 4_000; at++) cache.admit(answerOf(`/once/${at}`, 10))
  t.same(kept.filter(isKept), kept)
  t.equal(cache.get('/once/3999'), undefined)
})

t.test('an answer that is requested again is kept, and evicts the least recently used one', async (t) => {
  const cache = new AnswerCache(MEBIBYTE)
  for (let at = 0; at < 19; at++) cache.admit(answerOf(`/kept/${at}`, 50_000))
  cache.get('/kept/0')
  const answer = answerOf('/again', 200_000)
  cache.admit(answerOf('/again', 200_000))
  t.equal(cache.get('/again'), undefined, 'for the first time')
  cache.admit(answer)
  t.equal(cache.get('/again'), answer)
  t.ok(cache.get('/kept/0'), 'used recently')
  t.equal(cache.get('/kept/1'), undefined)
})

t.test('an answer is weighed again after it was read', async (t) => {
  const cache = new AnswerCache(MEBIBYTE)
  const body = Buffer.alloc(600_000)
  const read = async () => ({ stored: body, body })
  const growing = (target: string) => new CachedAnswer({ ...factsOf(target), size: body.length, read })
  const answers = [growing('/0'), growing('/1')]
  for (const answer of answers) {
    cache.admit(answer)
    await answer.load('gzip')
    cache.weigh(answer)
  }
  t.same(
    answers.map((_, at) => cache.get(`/${at}`)),
    [undefined, answers[1]],
    'there is room for one of them',
  )
})

t.test('it keeps what a list of the last used answers keeps', async (t) => {
  const random = seededRandom('answers', 1)
  const maxBytes = MEBIBYTE
  for (let run = 0; run < 10; run++) {
    const cache = new AnswerCache(maxBytes)
    /** The least recently used one first. */
    let naive: CachedAnswer[] = []
    const seenOnce = new Set<string>()
    const weightOf = (answers: readonly CachedAnswer[]) =>
      answers.reduce((sum, { weight }) => sum + weight, 0)
    for (let step = 0; step < 300; step++) {
      const target = `/${between(random, 0, 40)}`
      const known = naive.find((each) => each.target === target)
      if (happens(random, 0.4)) {
        t.equal(cache.get(target), known, `run ${run}, step ${step}: ${target}`)
        if (known) naive = [...naive.filter((each) => each !== known), known]
        continue
      }
      const answer = answerOf(target, between(random, 1_000, 150_000))
      cache.admit(answer)
      if (weightOf(naive) + 128 * 1024 > maxBytes && !seenOnce.has(target)) {
        seenOnce.add(target)
        continue
      }
      naive = [...naive.filter((each) => each !== known), answer]
      while (weightOf(naive) > maxBytes) naive.shift()
    }
  }
})
