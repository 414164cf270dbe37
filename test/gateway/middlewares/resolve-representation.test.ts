import t, { type Test } from 'tap'
import { parseRequestTarget } from '../../../contract/api/request-target.ts'
import { Catalogue } from '../../../gateway/catalogue/catalogue.ts'
import { resolveRepresentation } from '../../../gateway/middlewares/resolve-representation.ts'
import { folderOrigin } from '../../../gateway/origin/folder-origin.ts'
import { publishTinyRelease } from '../../helpers/tiny-release.ts'
import { oneStep, PASSED } from './one-step.ts'

async function resolving(t: Test, folder: string, target: string) {
  const events = { swapped: () => {}, failed: () => {} }
  const catalogue = new Catalogue(folderOrigin(folder), { cacheBytes: 1_000_000, pollMs: 60_000, events })
  await catalogue.refresh()
  return oneStep(t, resolveRepresentation(catalogue), (context) => {
    context.request = parseRequestTarget(target)
    context.caller = { id: 'key_a', countedAs: 'key_a', requests: 300, kind: 'named' }
  })
}

t.test('a published answer is found, with its release', async (t) => {
  const folder = t.testdir()
  const { pointer } = publishTinyRelease(folder)
  for (const [target, kind] of [
    ['/beta/issuers', 'cached'],
    ['/beta/snapshot', 'file'],
    ['/beta/offers?limit=7', 'cached'],
  ] as const) {
    const { ask, contexts } = await resolving(t, folder, target)
    t.equal((await ask('/')).status, PASSED)
    t.match(contexts, [{ representation: { kind }, release: { manifest: { id: pointer.release } } }])
  }
})

t.test('an offer that is not published is not found', async (t) => {
  const folder = t.testdir()
  publishTinyRelease(folder)
  const { ask } = await resolving(t, folder, '/beta/offers/off_q4mzt7hx2bnvke5w')
  t.match(await ask('/'), { status: 404, json: { code: 'not_found' } })
})

t.test('without a release the answer is a problem to retry', async (t) => {
  const { ask } = await resolving(t, t.testdir(), '/beta/offers')
  t.match(await ask('/'), {
    status: 503,
    headers: { 'retry-after': '5' },
    json: { code: 'catalogue_unavailable' },
  })
})
