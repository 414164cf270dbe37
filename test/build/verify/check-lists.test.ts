// Lists that are longer than any key can page: their readable part is checked.

import t from 'tap'
import { checkLists } from '../../../build/verify/check-lists.ts'
import { Findings, type Verification } from '../../../build/verify/verification.ts'
import { targetsIn } from '../../../contract/api/request-target.ts'
import { editionIn, listBody } from '../../../contract/api/responses.ts'
import { CURRENT_VERSION } from '../../../contract/api/versions.ts'
import { WIDEST_LIMITS } from '../../../contract/keys/kinds.ts'
import {
  encodeTargetTable,
  type MediaType,
  type NamedTargetEntry,
  TargetTable,
} from '../../../contract/release/target-table.ts'
import { sha256 } from '../../../lib/digest.ts'
import { listPrefix } from '../../helpers/current-targets.ts'
import { tinyOffer } from '../../helpers/tiny-offer.ts'
import { builtManifest } from '../support/manifest.ts'

const MOMENT = '2026-03-01T10:00:00.000Z'
const { maxOffset } = WIDEST_LIMITS
const TOTAL = maxOffset + 200
const offer = tinyOffer(0, MOMENT)
const offers = Array.from({ length: TOTAL }, (_, n) => ({ offer, line: Buffer.from(`{"n":${n}}`) }))
const type: MediaType = 'application/json'

/** The pages of one list, up to the last one that a key can read. */
function pagesOf(prefix: string): NamedTargetEntry[] {
  return [25, 100].flatMap((limit) =>
    Array.from({ length: maxOffset / limit + 1 }, (_, page) => {
      const offset = page * limit
      const lines = offers.slice(offset, offset + limit).map(({ line }) => line)
      const body = listBody(lines, builtManifest, { count: lines.length, total: TOTAL, limit, offset })
      const target = `${prefix}limit=${limit}&offset=${offset}`
      return { target, digest: sha256(body), size: body.length, total: TOTAL, type, storage: 'gzip' }
    }),
  )
}

const { issuer, category } = offer
const routes = [{}, { issuer: issuer.slug }, { category: category.slug }].map(listPrefix).flatMap(pagesOf)
const allRoutes = [...routes, ...pagesOf(listPrefix({ issuer: issuer.slug, category: category.slug }))]

function check(given: readonly NamedTargetEntry[]): () => void {
  const findings = new Findings()
  const verification: Verification = {
    targets: targetsIn(CURRENT_VERSION),
    edition: editionIn(CURRENT_VERSION, builtManifest),
    manifest: builtManifest,
    table: new TargetTable(encodeTargetTable(given)),
    findings,
    bodyAt: () => undefined,
  }
  checkLists(offers, verification)
  return () => findings.enforce('the release')
}

t.test('pages up to the largest offset are expected, and none after it', async (t) => {
  t.doesNotThrow(check(allRoutes))
})

t.test('the last page that a key can read may not be missing', async (t) => {
  const last = `${listPrefix({})}limit=25&offset=${maxOffset}`
  t.throws(check(allRoutes.filter(({ target }) => target !== last)), {
    code: 'not-verified',
    message: `${last}: not in the target table`,
  })
})

t.test('a page beyond the largest offset is refused', async (t) => {
  const beyond = `${listPrefix({})}limit=25&offset=${maxOffset + 25}`
  const more = allRoutes.slice(0, 1).map((route) => ({ ...route, target: beyond }))
  t.throws(check([...allRoutes, ...more]), {
    message: /pages of lists, not/,
  })
})
