import t from 'tap'
import {
  createKey,
  KEY_PREFIX_PATTERN,
  keyDigest,
  keyIdOf,
  keyKindOf,
  PUBLISHED_DEMO_KEY,
} from '../../../contract/keys/format.ts'
import { KEY_KINDS } from '../../../contract/keys/kinds.ts'

t.test('a new key shows its kind, and no two are alike', async (t) => {
  for (const kind of KEY_KINDS) {
    const keys = Array.from({ length: 100 }, () => createKey(kind))
    t.equal(new Set(keys).size, 100)
    for (const key of keys) {
      t.equal(keyKindOf(key), kind)
      t.match(key, /^offers_[a-z]+_[a-z2-7]{39}$/)
      t.match(key, new RegExp(`^${KEY_PREFIX_PATTERN}`), 'and redacted in logs')
    }
  }
  t.match(createKey('demo'), /^offers_demo_/)
  t.match(createKey('named'), /^offers_live_/)
  t.equal(keyKindOf(PUBLISHED_DEMO_KEY), 'demo')
})

t.test('a typo in any place is noticed without a look-up', async (t) => {
  const key = createKey('named')
  for (let index = 0; index < key.length; index++) {
    const other = key[index] === 'a' ? 'b' : 'a'
    t.equal(keyKindOf(key.slice(0, index) + other + key.slice(index + 1)), undefined, `character ${index}`)
  }
  for (const text of ['', 'offers_live_', key.slice(1), `${key}a`, key.toUpperCase(), `${key}\n`, 'ghp_a'])
    t.equal(keyKindOf(text), undefined, JSON.stringify(text))
})

t.test('the checksum covers the kind: a demo key cannot be renamed', async (t) => {
  t.equal(keyKindOf(PUBLISHED_DEMO_KEY.replace('_demo_', '_live_')), undefined)
})

t.test('ids come from digests and reveal nothing of keys', async (t) => {
  const key = createKey('named')
  t.match(keyDigest(key), /^[0-9a-f]{64}$/)
  t.match(keyIdOf(keyDigest(key)), /^key_[a-z2-7]{16}$/)
  t.notOk(key.includes(keyIdOf(keyDigest(key)).slice(4)))
})

t.test('keys and ids that were issued stay valid', async (t) => {
  t.equal(PUBLISHED_DEMO_KEY, 'offers_demo_tryoffersnowtryoffersnowtryoffer7xuytzi')
  t.equal(keyIdOf(`0123456789abcdef0123${'f'.repeat(44)}`), 'key_aerukz4jvpg66ajd')
})
