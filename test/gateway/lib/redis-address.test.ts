import t from 'tap'
import { printableAddress } from '../../../gateway/lib/redis-address.ts'

t.test('an address is shown without user and password', async (t) => {
  for (const [url, shown] of [
    ['redis://10.0.0.5', 'redis://10.0.0.5'],
    ['redis://10.0.0.5/', 'redis://10.0.0.5/'],
    ['rediss://me:secret@redis.example:6380/2', 'rediss://redis.example:6380/2'],
    ['redis://:secret@[2001:db8::1]:6379', 'redis://[2001:db8::1]:6379'],
    ['redis://me@redis_1.internal', 'redis://redis_1.internal'],
    ['redis://me:a:secret!$&()*+,;=~^|"<>@host/0', 'redis://host/0'],
    ['redis://me:a%2Fsecret%40%23%3F%25%C3%B1@host', 'redis://host'],
  ] as const)
    t.equal(printableAddress(url), shown)
})

t.test('a password that is not encoded is refused, and no part of it is shown', async (t) => {
  for (const password of [
    'se/cret',
    '/secret',
    'secret/',
    'se@cret',
    'se#cret',
    'se?cret',
    'se%cret',
    '%ff',
    'se[cret',
    'se]cret',
    'se cret',
    '1/secret@x',
  ]) {
    for (const url of [
      `redis://:${password}@host:6379/0`,
      `rediss://me:${password}@host`,
      `redis://${password}@host`,
    ]) {
      const thrown = (() => {
        try {
          return printableAddress(url)
        } catch (error) {
          return error as Error
        }
      })()
      t.match(
        thrown,
        { code: 'usage', message: /redis:\/\/user:password@host:6379\/0.*\/ as %2F, @ as %40/ },
        url,
      )
      t.notMatch(String(thrown), /secret|cret/, url)
    }
  }
})

t.test('anything else is no address of Redis', async (t) => {
  for (const url of [
    'redis://',
    'redis:///0',
    'redis://host:',
    'redis://host:99999',
    'redis://host/a',
    'redis://host?db=1',
    'http://host',
    'redis:host',
  ])
    t.throws(() => printableAddress(url), { code: 'usage' }, url)
})
