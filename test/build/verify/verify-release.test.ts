// A release with correct digests may still have wrong content, so verify makes every answer again.

import { join } from 'node:path'
import t from 'tap'
import { HOME_FILES } from '../../../contract/api/home.ts'
import { PATHS } from '../../../contract/api/resources.ts'
import { changesTarget, isOfferTarget, snapshotTarget } from '../../helpers/current-targets.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { type Forgery, forgeRelease } from '../support/forge.ts'
import { offersBuild, runBuild } from '../support/program.ts'
import { records, writeSource } from '../support/source.ts'

t.setTimeout(BUSY_MS)

const ALL = '/beta/offers?limit=25&offset=0'
const SECOND = '/beta/offers?limit=25&offset=25'
const FULL = snapshotTarget('named')
const SAMPLE = snapshotTarget('demo')
const CHANGES = changesTarget({ since: null, limit: 25, offset: 0 })

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

/** Puts the body of one target under another. */
const putUnder = (target: string, other: string) => (forgery: Forgery) => {
  Object.assign(forgery.route(target), { ...forgery.route(other), target })
}

const remove = (target: string) => (forgery: Forgery) => {
  forgery.routes.splice(forgery.routes.indexOf(forgery.route(target)), 1)
}

const detailOf = ({ routes }: Forgery, index: number): string =>
  routes.filter(({ target }) => isOfferTarget(target))[index]?.target ?? ''

const fileOf = ({ routes }: Forgery, suffix: string): string =>
  routes.find(({ target }) => target.startsWith('/page/') && target.endsWith(suffix))?.target ?? ''

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
  ['one page under the address of another', putUnder(ALL, SECOND), `${ALL}: not the page of these offers`],
  [
    'a wrong total',
    ({ route }) => Object.assign(route(ALL), { total: 7 }),
    `${ALL}: not the page of these offers`,
  ],
  ['a missing page', remove(SECOND), `${SECOND}: not in the target table`],
  [
    'a page too many',
    ({ routes, route }) => routes.push({ ...route(ALL), target: '/beta/offers?zzz' }),
    /the target table has \d+ pages of lists, not \d+/,
  ],
  [
    'a wrong size',
    ({ route }) => Object.assign(route(ALL), { size: route(ALL).size + 1 }),
    /expected \d+ bytes, found \d+/,
  ],
  [
    'an offer under the address of another',
    (forgery) => putUnder(detailOf(forgery, 0), detailOf(forgery, 1))(forgery),
    /off_[a-z2-7]{16}: differs from memory\.gz/,
  ],
  [
    'an offer that is not in the target table',
    (forgery) => remove(detailOf(forgery, 0))(forgery),
    /off_[a-z2-7]{16}: not in the target table/,
  ],
  [
    'an address of an offer too many',
    (forgery) =>
      forgery.routes.push({ ...forgery.route(detailOf(forgery, 0)), target: '/beta/offers/off_zzz' }),
    'the target table has 154 offers, not 153',
  ],
  [
    'a listed offer that memory.gz lacks',
    (forgery) => {
      const [header = '', ...lines] = forgery.state
      const index = lines.findIndex((line) => line.includes('"status":"active"'))
      lines.splice(index, 1)
      forgery.state = [header.replace('"offers":153', '"offers":152'), ...lines]
    },
    /off_[a-z2-7]{16} is in lists, but not in memory\.gz/,
  ],
  [
    'an offer whose line in memory.gz differs',
    (forgery) => {
      forgery.state = forgery.state.map((line, index) =>
        index === 5 ? line.replace('Offer', 'Other') : line,
      )
    },
    /off_[a-z2-7]{16}: differs from the lists/,
  ],
  [
    'a page of changes under the address of another',
    putUnder(CHANGES, SECOND),
    `${CHANGES}: not the page of these offers`,
  ],
  ['a page of changes that is missing', remove(CHANGES), `${CHANGES}: not in the target table`],
  [
    'a page of changes too many',
    ({ routes, route }) => routes.push({ ...route(CHANGES), target: '/beta/changes?zzz' }),
    /the target table has \d+ pages of changes, not \d+/,
  ],
  [
    'a count of changes that would leave some out',
    ({ manifest }) => Object.assign(manifest.history, { [manifest.data_as_of]: 1 }),
    /0 offers changed since \S+, but release\.json has 1/,
  ],
  [
    'a moment that is not in the history',
    ({ manifest }) => Object.assign(manifest.history, { '2020-01-01T10:00:00.000Z': 153 }),
    'the history in release.json differs from memory.gz',
  ],
  [
    'a history without the moment of the release',
    (forgery) => Object.assign(forgery.manifest, { history: {} }),
    'the history in release.json differs from memory.gz',
  ],
  [
    'a route that leads nowhere',
    ({ routes, route }) => routes.push({ ...route(ALL), target: '/v9/offers?limit=25&offset=0' }),
    '1 routes belong to nothing',
  ],
  ['the full snapshot for demo keys', putUnder(SAMPLE, FULL), 'the demo snapshot holds 150 offers, not 100'],
  [
    'the sample for named keys',
    putUnder(FULL, SAMPLE),
    /limit=25&offset=\d+: not (the page of these offers|in the target table)/,
  ],
  [
    'an expired offer in the snapshot',
    ({ changeLines }) =>
      changeLines(FULL, (lines) =>
        lines.map((line) => line.replace('"status":"active"', '"status":"expired"')),
      ),
    /is expired, but in the snapshot/,
  ],
  [
    'an offer twice in the snapshot',
    ({ changeLines }) => changeLines(FULL, ([first = '', ...lines]) => [first, first, ...lines]),
    /is at the wrong place of the snapshot, or in it twice/,
  ],
  [
    'a sample in another order',
    ({ changeLines }) =>
      changeLines(SAMPLE, ([first = '', second = '', ...lines]) => [second, first, ...lines]),
    /the demo snapshot: off_\S+ is at the wrong place/,
  ],
  [
    'a sample with an offer that the full snapshot lacks',
    ({ changeLines }) =>
      changeLines(SAMPLE, (lines) =>
        lines.map((line, index) => (index === 3 ? line.replace('off_', 'off_x') : line)),
      ),
    /the demo snapshot: off_x\S+ is at the wrong place, or not in the full snapshot/,
  ],
  [
    'a snapshot without its last line end',
    ({ changeLines }) => changeLines(FULL, (lines) => lines.slice(0, -1)),
    'a snapshot does not end with a line feed',
  ],
  [
    'a snapshot whose lines are not canonical',
    ({ changeLines }) => changeLines(FULL, (lines) => lines.map((line) => line.replace('{"id"', '{ "id"'))),
    'its line in a snapshot is not canonical',
  ],
  ['a page for people that is missing', remove('/'), '/: not in the target table'],
  [
    'a style sheet that is missing',
    (forgery) => remove(fileOf(forgery, '.css'))(forgery),
    `${HOME_FILES.length - 1} files next to the API, not ${HOME_FILES.length}`,
  ],
  [
    'a page of another day',
    ({ changeLines }) => changeLines('/', (lines) => lines.map((line) => line.replaceAll('2026-', '2025-'))),
    '/: the page is not of 2026-',
  ],
  [
    'an unknown file next to the API',
    ({ routes, route }) =>
      routes.push({ ...route('/llms.txt'), type: 'application/json', target: '/page/0123456789abcdef.css' }),
    `${HOME_FILES.length + 1} files next to the API, not ${HOME_FILES.length}`,
  ],
  [
    'a snapshot that is no JSON',
    ({ changeLines }) => changeLines(FULL, () => ['{', '']),
    'a snapshot cannot be read',
  ],
  ['no list of issuers', remove(PATHS.issuers), `${PATHS.issuers}: not in the target table`],
  [
    'a list of issuers that lacks one',
    ({ changeLines }) =>
      changeLines(PATHS.issuers, (lines) => lines.filter((line) => !line.includes('"slug":"banco-norte"'))),
    'banco-norte has offers, but is not in the list of issuers',
  ],
  [
    'a list of issuers with a wrong count',
    ({ changeLines }) =>
      changeLines(PATHS.issuers, (lines) =>
        lines.map((line) => line.replace('"offers_count":50', '"offers_count":51')),
      ),
    'banco-norte has 50 offers, the list of issuers says 51',
  ],
  [
    'a list of issuers that is no JSON',
    ({ changeLines }) => changeLines(PATHS.issuers, () => ['{']),
    `${PATHS.issuers}: not JSON`,
  ],
  [
    'a list of categories with a wrong count',
    ({ changeLines }) =>
      changeLines(PATHS.categories, (lines) =>
        lines.map((line) => line.replace('"slug":"cines"', '"slug":"cine"')),
      ),
    /cine has 0 offers, the list of categories says \d+\n.*cines has offers, but is not in the list of categories/,
  ],
  ['no description', remove(PATHS.openapi), `${PATHS.openapi}: not in the target table`],
  [
    'a description that is no object',
    ({ changeLines }) => changeLines(PATHS.openapi, () => ['[]']),
    'openapi: expected an object',
  ],
  [
    'counts of something else',
    ({ manifest }) => Object.assign(manifest.counts.offers, { active: 1 }),
    'release.json has other counts',
  ],
  [
    'another number of issuers',
    ({ manifest }) => Object.assign(manifest.counts, { issuers: 7 }),
    'release.json counts 7 issuers, not 3',
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
