// A release whose digests all agree can still say the wrong things: verify makes every answer once more.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { BuiltManifest } from '../../../build/release/release-manifest.ts'
import { PATHS } from '../../../contract/api/resources.ts'
import { sha256 } from '../../../contract/lib/digest.ts'
import { manifestPath, POINTER_PATH, routesPath } from '../../../contract/release/layout.ts'
import { encodeRouteTable, RouteTable, type TargetedRoute } from '../../../contract/release/route-table.ts'
import { offersBuild, runBuild } from '../support/program.ts'
import { readPublished } from '../support/published.ts'
import { records, writeSource } from '../support/source.ts'

type Forge = (routes: TargetedRoute[], manifest: BuiltManifest) => TargetedRoute[]

/** Builds a release, lets its table or manifest be forged, mends all digests, and verifies. */
async function verifyForged(t: Test, forge: Forge) {
  const root = t.testdir({})
  const out = join(root, 'out')
  const offers = [...records(150), ...records(3, { valid_until: '2026-02-01' }, 150)]
  await runBuild(writeSource(join(root, 'source'), { offers }), out)
  const { manifest } = await readPublished(out)
  const table = join(out, routesPath(manifest.id))
  const forged = encodeRouteTable(forge([...new RouteTable(readFileSync(table))], manifest))
  writeFileSync(table, forged)
  const routes = { digest: sha256(forged), size: forged.length }
  const bytes = JSON.stringify({ ...manifest, routes })
  writeFileSync(join(out, manifestPath(manifest.id)), bytes)
  writeFileSync(join(out, POINTER_PATH), JSON.stringify({ release: manifest.id, manifest: sha256(bytes) }))
  return offersBuild(['verify', '--out', out, '--quiet'])
}

const ALL = '/beta/offers?limit=25&offset=0'
const SECOND = '/beta/offers?limit=25&offset=25'

/** The same routes, those under some targets changed. */
const change = (
  targets: readonly string[],
  to: (route: TargetedRoute, all: TargetedRoute[]) => TargetedRoute,
): Forge => {
  return (routes) => routes.map((route) => (targets.includes(route.target) ? to(route, routes) : route))
}

const bodyOf = (route: TargetedRoute, target: string, all: TargetedRoute[]): TargetedRoute => {
  const other = all.find((each) => each.target === target)
  return other ? { ...other, target: route.target } : route
}

t.test('a forgery that changes nothing is right', async (t) => {
  t.match(await verifyForged(t, (routes) => routes), { code: 0 })
})

const forgeries: [name: string, forge: Forge, said: string | RegExp][] = [
  [
    'one page under the address of another',
    change([ALL], (route, all) => bodyOf(route, SECOND, all)),
    `${ALL}: not what the offers give`,
  ],
  ['a wrong total', change([ALL], (route) => ({ ...route, total: 7 })), `${ALL}: not what the offers give`],
  ['a missing page', (routes) => routes.filter(({ target }) => target !== SECOND), `${SECOND}: missing`],
  [
    'a page too many',
    (routes) => [...routes, ...routes.slice(-1).map((route) => ({ ...route, target: '/beta/offers?zzz' }))],
    /there are \d+ pages of lists, not \d+/,
  ],
  [
    'an offer under the address of another',
    (routes, manifest) => {
      const details = routes.filter(({ target }) => target.startsWith('/beta/offers/'))
      const [first = '', second = ''] = details.map(({ target }) => target)
      return change([first], (route, all) => bodyOf(route, second, all))(routes, manifest)
    },
    /not as memory\.gz has it/,
  ],
  [
    'an offer that can not be read',
    (routes) => routes.filter(({ target }, index) => !target.startsWith('/beta/offers/') || index % 2 === 0),
    /off_[a-z2-7]{16}: not as memory\.gz has it/,
  ],
  [
    'the full snapshot for demo keys',
    change([`${PATHS.snapshot}?kind=demo`], (route, all) =>
      bodyOf(route, `${PATHS.snapshot}?kind=named`, all),
    ),
    'the sample holds 150 offers, not 100',
  ],
  [
    'the sample for named keys',
    change([`${PATHS.snapshot}?kind=named`], (route, all) =>
      bodyOf(route, `${PATHS.snapshot}?kind=demo`, all),
    ),
    /limit=25&offset=\d+: (not what the offers give|missing)/,
  ],
  [
    'no list of issuers',
    (routes) => routes.filter(({ target }) => target !== PATHS.issuers),
    `${PATHS.issuers} leads nowhere`,
  ],
  [
    'no description',
    (routes) => routes.filter(({ target }) => target !== PATHS.openapi),
    `${PATHS.openapi} leads nowhere`,
  ],
  [
    'counts of something else',
    (routes, manifest) => {
      manifest.counts.offers.active = 1
      return routes
    },
    'release.json counts something else',
  ],
]

for (const [name, forge, said] of forgeries) {
  t.test(name, async (t) => {
    const { code, stderr } = await verifyForged(t, forge)
    t.equal(code, 1)
    t.match(stderr, said)
  })
}
