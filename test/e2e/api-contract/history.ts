import type { Test } from 'tap'
import { allowedRequests } from '../../helpers/earlier-descriptions.ts'
import { standingDescriptions } from '../../history/published.ts'
import type { Api } from './api.ts'

export async function historyContract(t: Test, { get, named }: Api): Promise<void> {
  const list = await get('/beta/offers?limit=1', { key: named })
  const { data, meta } = list.json as { data: { id: string }[]; meta: { data_as_of: string } }

  t.test('every request that a published description allowed is still accepted', async (t) => {
    for (const { version, document } of standingDescriptions()) {
      const targets = allowedRequests(document, { id: data[0]?.id ?? '', day: meta.data_as_of })
      t.ok(targets.length > 10, version)
      for (const target of targets) {
        t.equal((await get(target, { key: named })).status, 200, `${version}: ${target}`)
      }
    }
  })
}
