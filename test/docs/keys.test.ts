// The page of keys: its key, its pattern and the limits that it links to are those of the programs.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { createKey, keyDigest, keyIdOf, PUBLISHED_DEMO_KEY } from '../../contract/keys/format.ts'
import { KEY_KINDS, KEY_LIMITS, KEY_WORDS } from '../../contract/keys/kinds.ts'
import { runToEnd } from '../helpers/child-processes.ts'
import { issueKey } from '../helpers/issue-keys.ts'
import { bundle } from '../helpers/processes.ts'
import { blocksUnder, withSystemdRun } from './support/machine.ts'
import { read } from './support/pages.ts'

const page = read('docs/gateway.md')

t.test('the published demo key is revoked by the id that the page names', async (t) => {
  t.match(page, `keys revoke ${keyIdOf(keyDigest(PUBLISHED_DEMO_KEY))}`)
})

t.test('the pattern for secret scanners finds the keys of every kind, and nothing else', async (t) => {
  const pattern = /`(offers_\([^`]+)`/.exec(page)?.[1] ?? ''
  t.equal(pattern, `offers_(${KEY_WORDS})_[a-z2-7]{39}`)
  for (const kind of KEY_KINDS) t.match(createKey(kind), new RegExp(`^${pattern}$`), kind)
})

t.test('the bounds of each kind of key are those on the page for callers', async (t) => {
  const { demo, named } = KEY_LIMITS
  const number = (value: number) => value.toLocaleString('en-US')
  const clients = read('docs/clients.md')
  const row = (cells: string[]) => t.ok(clients.includes(`| ${cells.join(' | ')} |`), cells.join())
  row([
    '`limit`, `offset` up to',
    `${demo.maxLimit}, ${number(demo.maxOffset)}`,
    `${named.maxLimit}, ${number(named.maxOffset)}`,
  ])
  row([
    'Requests in any 60 s',
    `${demo.requests}, counted by ${demo.countedBy}`,
    `${named.requests}, counted by ${named.countedBy}`,
  ])
})

t.test('the command of the page lists who used how much, also from logs that were rotated', async (t) => {
  const folder = t.testdir({})
  const store = join(folder, 'keys.ndjson')
  const name = 'A "name": B, {"created_at":1}'
  const ana = await issueKey(store, '--name', name, '--contact', 'ana@soto.example')
  const beto = await issueKey(store, '--name', 'Beto')
  const line = (id: string, bytes: number) =>
    `192.0.2.7 [29/Nov/2026:10:00:00 +0000] "GET /beta/offers?limit=5" 200 ${bytes} 0.001 "curl key_id=${beto.id} x" r-1 key_id=${id} key_kind=named code=-\n`
  writeFileSync(
    join(folder, 'access.log'),
    line(ana.id, 1_500_000) + line('-', 10) + line(ana.id, 3e9) + line(beto.id, 100_000),
  )
  writeFileSync(join(folder, 'access.log.1'), line('key_aaaaaaaaaaaaaaaa', 0))
  writeFileSync(join(folder, 'access.log.2.gz'), gzipSync(line(ana.id, 500_000)))
  const settings = join(folder, 'gateway.env')
  writeFileSync(settings, `OFFERS_KEYS=${store}\n`)
  const command = (blocksUnder('docs/failures.md', 'Who did what')[3] ?? '')
    .replaceAll('/var/log/nginx/access.log', join(folder, 'access.log'))
    .replace('/etc/offers/gateway.env', settings)
    .replace('/opt/offers/dist/gateway.mjs', bundle('gateway'))
  const { code, stdout, stderr } = await runToEnd('bash', ['-c', command], { env: withSystemdRun() })
  t.match({ code, stderr }, { code: 0, stderr: '' })
  t.strictSame(
    stdout
      .trimEnd()
      .split('\n')
      .map((each) => each.trim())
      .toSorted(),
    [
      `1 0.0 key_id=key_aaaaaaaaaaaaaaaa`,
      `1 0.1 key_id=${beto.id} "Beto","contact":null`,
      `3 3002.0 key_id=${ana.id} ${JSON.stringify(name)},"contact":"ana@soto.example"`,
    ],
  )
})
