import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { clientAddressBehind } from '../../../gateway/limits/client-address.ts'
import { listening } from '../../helpers/listening.ts'

const PROXIES = ['127.0.0.1', '10.0.0.0/8', '2001:db8:aaaa::/48']

function addressOf(proxies: string[], remoteAddress: string | undefined, forwardedFor?: string): string {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
  return clientAddressBehind(proxies)({ headers, socket: { remoteAddress } })
}

t.test('without trusted proxies it is the peer, and the header is ignored', async (t) => {
  t.equal(addressOf([], '192.0.2.1'), '192.0.2.1')
  t.equal(addressOf([], '192.0.2.1', '198.51.100.7'), '192.0.2.1')
  t.equal(addressOf([], '127.0.0.1', '198.51.100.7'), '127.0.0.1')
})

t.test('the header of a peer that is no trusted proxy is ignored', async (t) => {
  for (const peer of ['192.0.2.1', '11.0.0.1', '2001:db8:aaab::1', '::ffff:192.0.2.1']) {
    t.equal(addressOf(PROXIES, peer, '198.51.100.7'), peer, peer)
  }
})

t.test('the header of a trusted proxy counts, and so do the trusted ones behind it', async (t) => {
  const cases: [header: string | undefined, expected: string][] = [
    [undefined, '127.0.0.1'],
    ['198.51.100.7', '198.51.100.7'],
    ['198.51.100.7, 10.1.2.3', '198.51.100.7'],
    ['198.51.100.7,10.1.2.3,  10.9.9.9 ', '198.51.100.7'],
    // The entry is as far from the start as from the end.
    ['203.0.113.66,198.51.100.7,10.111.111.1', '198.51.100.7'],
    ['\t198.51.100.7\t', '198.51.100.7'],
    ['10.1.2.3', '10.1.2.3'],
    ['10.5.5.5, 10.1.2.3', '10.5.5.5'],
    ['2001:db8::7', '2001:db8::7'],
    ['2001:db8::7, 2001:db8:aaaa::1', '2001:db8::7'],
    ['198.51.100.7, ::ffff:10.1.2.3', '198.51.100.7'],
  ]
  for (const [header, expected] of cases)
    t.equal(addressOf(PROXIES, '127.0.0.1', header), expected, `${header}`)
})

t.test('at most twenty proxies count, from the last one on', async (t) => {
  const hops = Array.from({ length: 19 }, (_, index) => `10.0.0.${index}`)
  const header = ['198.51.100.7', ...hops].join()
  t.equal(addressOf(PROXIES, '127.0.0.1', header), '198.51.100.7')
  t.equal(addressOf(PROXIES, '127.0.0.1', `${header},10.0.0.99`), '10.0.0.0')
  t.equal(addressOf(PROXIES, '127.0.0.1', `${'10.0.0.1,'.repeat(1500)}10.0.0.2`), '10.0.0.1')
})

t.test('entries that a client invents are never reached', async (t) => {
  const cases = [
    '203.0.113.66, 198.51.100.7',
    '10.0.0.1, 198.51.100.7',
    '127.0.0.1, 127.0.0.1, 198.51.100.7, 10.1.2.3',
    `${'203.0.113.66, '.repeat(500)}198.51.100.7`,
    'garbage, 198.51.100.7',
    ', 198.51.100.7',
  ]
  for (const header of cases) t.equal(addressOf(PROXIES, '127.0.0.1', header), '198.51.100.7', header)
})

t.test('garbage ends the search: the proxy that passed it on is the last known hop', async (t) => {
  const garbage = [
    '',
    ' ',
    ',',
    'unknown',
    '_hidden',
    '198.51.100',
    '198.51.100.7.8',
    '198.51.100.7:port',
    '198.51.100.7:123456',
    '[198.51.100.7]',
    '[2001:db8::7',
    '2001:db8::7]:443',
    '[2001:db8::7]x',
    'for=198.51.100.7',
    '\u0000',
  ]
  for (const header of garbage) {
    t.equal(addressOf(PROXIES, '127.0.0.1', header), '127.0.0.1', JSON.stringify(header))
    t.equal(addressOf(PROXIES, '127.0.0.1', `${header}, 10.1.2.3`), '10.1.2.3', JSON.stringify(header))
    const invented = `203.0.113.66, ${header}, 10.1.2.3`
    t.equal(addressOf(PROXIES, '127.0.0.1', invented), '10.1.2.3', JSON.stringify(invented))
  }
})

t.test('ports are dropped', async (t) => {
  const cases: [header: string, expected: string][] = [
    ['198.51.100.7:4711', '198.51.100.7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['198.51.100.7, 10.1.2.3:80', '198.51.100.7'],
    ['198.51.100.7, [2001:db8:aaaa::1]:80', '198.51.100.7'],
  ]
  for (const [header, expected] of cases) t.equal(addressOf(PROXIES, '127.0.0.1', header), expected, header)
})

t.test('an IPv4 peer that is written as IPv6 is the same peer', async (t) => {
  t.equal(addressOf(PROXIES, '::ffff:127.0.0.1', '198.51.100.7'), '198.51.100.7')
  t.equal(addressOf(PROXIES, '::ffff:10.1.2.3', '198.51.100.7'), '198.51.100.7')
})

t.test('several header lines count as one, read in their order', async (t) => {
  const server = createServer((req, res) => res.end(clientAddressBehind(PROXIES)(req)))
  const port = await listening(t, server)
  const headers = ['X-Forwarded-For', '203.0.113.66', 'x-forwarded-for', '198.51.100.7, 10.1.2.3']
  const req = request({ port, host: '127.0.0.1', headers: ['Host', 'x', ...headers] }).end()
  const [res] = await once(req, 'response')
  t.equal(await text(res), '198.51.100.7')
})

t.test('a connection that is closed has no address', async (t) => {
  t.equal(addressOf([], undefined), 'unknown')
  t.equal(addressOf(PROXIES, undefined, '198.51.100.7'), 'unknown')
})

t.test('the result for an address is the same each time', async (t) => {
  const of = clientAddressBehind(PROXIES)
  for (let round = 0; round < 3; round++) {
    for (const [peer, expected] of [
      ['10.1.2.3', '198.51.100.7'],
      ['192.0.2.1', '192.0.2.1'],
    ]) {
      const headers = { 'x-forwarded-for': '198.51.100.7' }
      t.equal(of({ headers, socket: { remoteAddress: peer } }), expected)
    }
  }
})

t.test('text that is neither address nor range is wrong usage', async (t) => {
  const wrong = [
    '',
    'localhost',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '::/129',
    '10.0.0/8',
  ]
  for (const range of wrong) {
    const message = `expected an address or a range like 10.0.0.0/8, found ${range}`
    t.throws(() => clientAddressBehind([range]), { name: 'OperatorError', code: 'usage', message }, range)
  }
  for (const range of ['10.0.0.0/8', ' 10.0.0.1 ', '::1', '::/0', '0.0.0.0/0']) {
    t.doesNotThrow(() => clientAddressBehind([range]), range)
  }
})
