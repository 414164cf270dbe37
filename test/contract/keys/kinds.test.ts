import t from 'tap'
import {
  DEFAULT_LIMIT,
  KEY_KINDS,
  KEY_LIMITS,
  KEY_TRUST_MS,
  LARGE_PAGE_SIZE,
  RATE_WINDOW_SECONDS,
  WIDEST_LIMITS,
} from '../../../contract/keys/kinds.ts'

t.test('no kind may read more than the widest one', async (t) => {
  for (const kind of KEY_KINDS) {
    const { maxLimit, maxOffset } = KEY_LIMITS[kind]
    t.ok(maxLimit <= WIDEST_LIMITS.maxLimit, `${kind}: limit`)
    t.ok(maxOffset <= WIDEST_LIMITS.maxOffset, `${kind}: offset`)
  }
})

t.test('the widest kind downloads the whole catalogue, against which verify checks the rest', async (t) => {
  t.equal(WIDEST_LIMITS.snapshot, 'full')
})

t.test('the limits are those that the service promises', async (t) => {
  t.match(KEY_LIMITS.demo, { maxLimit: 25, maxOffset: 100, requests: 30, countedBy: 'address' })
  t.match(KEY_LIMITS.named, { maxLimit: 100, maxOffset: 10_000, requests: 300, countedBy: 'key' })
  t.equal(RATE_WINDOW_SECONDS, 60)
  t.equal(KEY_TRUST_MS, 60_000, 'a revocation takes effect within a minute')
  t.equal(KEY_LIMITS.demo.snapshot, 'sample')
  t.equal(KEY_LIMITS.named.snapshot, 'full')
})

t.test('prebuilt pages have sizes that a key may request', async (t) => {
  t.ok(DEFAULT_LIMIT <= Math.min(...KEY_KINDS.map((kind) => KEY_LIMITS[kind].maxLimit)))
  t.ok(LARGE_PAGE_SIZE <= WIDEST_LIMITS.maxLimit)
})
