// The page of keys: its key, its pattern and the limits that it links to are those of the programs.

import t from 'tap'
import { createKey, keyDigest, keyIdOf, PUBLISHED_DEMO_KEY } from '../../contract/keys/format.ts'
import { KEY_KINDS, KEY_LIMITS, KEY_WORDS } from '../../contract/keys/kinds.ts'
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
