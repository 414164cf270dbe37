import t from 'tap'
import { parseRequestTarget } from '../../../contract/api/request-target.ts'
import { LARGE_PAGE_SIZE } from '../../../contract/keys/kinds.ts'
import { folderReader } from '../../../contract/release/folder-reader.ts'
import { AnswerCache } from '../../../gateway/catalogue/answer-cache.ts'
import { CachedAnswer } from '../../../gateway/catalogue/cached-answer.ts'
import { Release } from '../../../gateway/catalogue/release.ts'
import { folderOrigin } from '../../../gateway/origin/folder-origin.ts'
import { listTarget } from '../../helpers/current-targets.ts'
import { publishTinyRelease } from '../../helpers/tiny-release.ts'

const MAX_BYTES = 400_000

t.test('pages that grow when they are read leave the cache once it is full', async (t) => {
  const root = t.testdir({})
  const pages = 10
  const { pointer } = publishTinyRelease(root, { offers: pages * LARGE_PAGE_SIZE })
  const cache = new AnswerCache(MAX_BYTES)
  const release = new Release(await folderReader(root).load(pointer), {
    ...{ origin: folderOrigin(root), cache },
  })
  const pageAt = (page: number) => {
    const target = listTarget({ limit: LARGE_PAGE_SIZE, offset: page * LARGE_PAGE_SIZE })
    const request = parseRequestTarget(target)
    const answer = request && release.find(request, 'named', () => () => {})
    if (!(answer instanceof CachedAnswer)) throw new TypeError(`${target} is not published`)
    return answer
  }
  const answers = Array.from({ length: pages }, (_, page) => pageAt(page))
  t.ok(
    answers.every((answer, page) => pageAt(page) === answer),
    'all are kept before they are read',
  )
  for (const answer of answers) await release.load(answer, 'identity')
  const kept = answers.filter((answer, page) => pageAt(page) === answer)
  const bytesOf = (some: readonly CachedAnswer[]) => some.reduce((sum, { weight }) => sum + weight, 0)
  t.ok(bytesOf(answers) > 2 * MAX_BYTES)
  t.ok(kept.length > 0)
  t.ok(bytesOf(kept) <= MAX_BYTES)
})
