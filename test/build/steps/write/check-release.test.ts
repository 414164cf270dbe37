// A release must be read back correctly before it is published.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { BuiltManifest } from '../../../../build/day/built-manifest.ts'
import { OutputFolder } from '../../../../build/releases/output-folder.ts'
import { checkRelease } from '../../../../build/steps/write/check-release.ts'
import { objectPath } from '../../../../contract/release/layout.ts'
import { MINUTE_MS } from '../../../helpers/slow-suite.ts'
import { type Forgery, forgeRelease } from '../../support/forge.ts'
import { runBuild } from '../../support/program.ts'
import { readPublished } from '../../support/published.ts'
import { records, writeSource } from '../../support/source.ts'

t.setTimeout(MINUTE_MS)

const ALL = '/beta/offers?limit=25&offset=0'

const root = t.testdir({})
const built = join(root, 'built')
let copies = 0

t.before(async () => {
  await runBuild(writeSource(join(root, 'source'), { offers: records(40) }), built)
})

/** Checks a changed copy of the release; `made` is the intended content. */
async function check(
  forge: (forgery: Forgery, folder: string) => void,
  meant: (made: BuiltManifest) => void = () => {},
): Promise<void> {
  copies += 1
  const folder = join(root, `copy-${copies}`)
  await forgeRelease(built, folder, (forgery) => forge(forgery, folder))
  const { manifest } = await readPublished(built)
  meant(manifest)
  await checkRelease(new OutputFolder(folder), manifest)
}

t.test('a release that is read back correctly passes', async (t) => {
  await t.resolves(check(() => {}))
})

const failures: [name: string, forge: Parameters<typeof check>[0], message: RegExp][] = [
  [
    'a missing object',
    ({ route }, folder) => rmSync(join(folder, objectPath(route('/beta/issuers').digest, 'gzip'))),
    /1 objects are missing, e\.g\. objects\//,
  ],
  [
    'a page that breaks its own schema',
    ({ changeLines }) =>
      changeLines(ALL, (lines) => lines.map((line) => line.replace('"title":', '"titel":'))),
    /offset=0: .*title/,
  ],
  [
    'a list of issuers that breaks its own schema',
    ({ changeLines }) =>
      changeLines('/beta/issuers', (lines) => lines.map((line) => line.replace('"offers_count":', '"n":'))),
    /\/beta\/issuers: .*offers_count/,
  ],
  ['other counts', ({ manifest }) => Object.assign(manifest.counts, { issuers: 9 }), /has other counts/],
  ['a route too few', ({ routes }) => routes.pop(), /it has \d+ routes, not \d+/],
  [
    'no list of issuers',
    ({ route }) => Object.assign(route('/beta/issuers'), { target: '/beta/zzz' }),
    /\/beta\/issuers: not in the target table/,
  ],
  [
    'another snapshot',
    ({ route }) =>
      Object.assign(route('/beta/snapshot?kind=demo'), {
        digest: route('/beta/issuers').digest,
        storage: 'gzip',
      }),
    /the demo snapshot is a different one/,
  ],
]

for (const [name, forge, message] of failures) {
  t.test(`${name} is found`, async (t) => {
    await t.rejects(check(forge), { code: 'not-verified', message })
  })
}

t.test('a snapshot with more or fewer offers than the list of all is refused', async (t) => {
  const meant = (made: BuiltManifest) => {
    made.snapshots.named.offers += 1
  }
  await t.rejects(
    check(() => {}, meant),
    { code: 'not-verified', message: /the list of all offers has the total 40/ },
  )
})
