// Releases whose digests are right, but not their sizes, numbers or routes.

import { join } from 'node:path'
import t from 'tap'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { type Forgery, forgeRelease } from '../support/forge.ts'
import { offersBuild, runBuild } from '../support/program.ts'
import { records, writeSource } from '../support/source.ts'

t.setTimeout(BUSY_MS)

const ALL = '/beta/offers?limit=25&offset=0'
const SECOND = '/beta/offers?limit=25&offset=25'

const root = t.testdir({})
const built = join(root, 'built')
let forged = 0

t.before(async () => {
  const offers = [...records(150), ...records(3, { valid_until: '2026-02-01' }, 150)]
  await runBuild(writeSource(join(root, 'source'), { offers }), built)
})

async function verifyForged(forge: (forgery: Forgery) => void) {
  forged += 1
  const out = await forgeRelease(built, join(root, `forged-${forged}`), forge)
  return offersBuild(['verify', '--out', out])
}

const remove = (target: string) => (forgery: Forgery) => {
  forgery.routes.splice(forgery.routes.indexOf(forgery.route(target)), 1)
}

t.test('a forgery without changes passes', async (t) => {
  t.match(await verifyForged(() => {}), { code: 0 })
})

t.test('a release without listed offers passes', async (t) => {
  const source = writeSource(join(root, 'ended'), { offers: records(3, { valid_until: '2026-02-01' }) })
  const out = join(root, 'without-offers')
  t.match(await runBuild(source, out, '--on-broken', 'accept'), { code: 0 })
  t.match(await offersBuild(['verify', '--out', out]), { code: 0 })
})

const forgeries: [name: string, forge: (forgery: Forgery) => void, said: string | RegExp][] = [
  [
    'a wrong size',
    ({ route }) => Object.assign(route(ALL), { size: route(ALL).size + 1 }),
    /expected \d+ bytes, found \d+/,
  ],
  ['a missing page', remove(SECOND), 'release.json has other counts'],
  [
    'a page too many',
    ({ routes, route }) => routes.push({ ...route(ALL), target: '/beta/offers?zzz' }),
    'release.json has other counts',
  ],
  [
    'a route that leads nowhere',
    ({ routes, route }) => routes.push({ ...route(ALL), target: '/v9/offers?limit=25&offset=0' }),
    '1 routes belong to nothing',
  ],
  [
    'an offer that memory.gz lacks',
    (forgery) => {
      const [header = '', ...lines] = forgery.state
      forgery.state = [header.replace('"offers":153', '"offers":152'), ...lines.slice(1)]
    },
    'release.json has other counts',
  ],
]

for (const [name, forge, said] of forgeries) {
  t.test(name, async (t) => {
    const { code, stderr } = await verifyForged(forge)
    t.equal(code, 1)
    t.match(stderr, said)
    t.match(stderr, /verification of \S+ failed/)
  })
}

t.test('a table with an entry out of range is named, and compared no further', async (t) => {
  const faults: [RegExp, Forgery['damageTable']][] = [
    [/routes: damaged: entry 0: there is no media type 99/, (table) => table.writeUInt8(99, 16 + 46)],
    [
      /routes: damaged: entry 0: its target lies beyond the end/,
      (table) => table.writeUInt32LE(2 ** 31, 16 + 40),
    ],
  ]
  for (const [stderr, damageTable] of faults)
    t.match(await verifyForged((forgery) => Object.assign(forgery, { damageTable })), { code: 1, stderr })
})
