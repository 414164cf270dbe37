import t from 'tap'
import { signManifest } from '../../../contract/release/signature.ts'
import { parseProxies, SERVE_OPTIONS } from '../../../gateway/cli/serve-options.ts'
import { readSettings } from '../../helpers/read-settings.ts'
import { signingKeys } from '../../helpers/signing-keys.ts'

const read = (...words: string[]) => readSettings(SERVE_OPTIONS, ['--keys', 'keys.ndjson', ...words])

/** The client address of a request through 127.0.0.1 that names 192.0.2.1. */
function countedAs(proxies: string): string {
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  return parseProxies(proxies).clientAddress({ headers, socket: { remoteAddress: '127.0.0.1' } })
}

t.test('options that are not given have their defaults', async (t) => {
  t.same(await read(), {
    origin: { folder: undefined, url: undefined, trust: undefined },
    keys: 'keys.ndjson',
    keysGraceMs: 0,
    limits: 'memory',
    host: '127.0.0.1',
    port: 8080,
    admin: { port: undefined, host: '127.0.0.1' },
    trustProxy: undefined,
    publicUrl: undefined,
    drainDelayMs: 0,
    logLevel: 'info',
    local: false,
    check: false,
    welcome: false,
  })
})

t.test('every option reaches its setting, in the unit of the program', async (t) => {
  const numbers = ['--port', '1', '--keys-grace', '3', '--drain-delay-ms', '4']
  const log = ['--log-level', 'warn', '--welcome']
  const places = ['--public', 'out', '--origin', 'http://origin.example/', '--limits', 'redis://limits']
  t.match(await read(...numbers, ...log, ...places, '--host', '0.0.0.0'), {
    origin: { folder: 'out', url: 'http://origin.example/' },
    limits: 'redis://limits',
    host: '0.0.0.0',
    port: 1,
    keysGraceMs: 3_000,
    drainDelayMs: 4,
    logLevel: 'warn',
    welcome: true,
  })
})

t.test('the admin port keeps its own address, even if the main one is public', async (t) => {
  const words = ['--host', '0.0.0.0', '--admin-port', '9000']
  t.match(await read(...words), { admin: { host: '127.0.0.1', port: 9000 } })
  t.match(await read(...words, '--admin-host', '10.0.0.1'), { admin: { host: '10.0.0.1', port: 9000 } })
})

t.test('an IPv6 address to listen on may have brackets', async (t) => {
  for (const [text, host] of [
    ['[::1]', '::1'],
    ['::1', '::1'],
    ['[api.example]', '[api.example]'],
    ['localhost', 'localhost'],
  ])
    t.match(await read('--host', `${text}`, '--admin-host', `${text}`), { host, admin: { host } })
})

t.test('proxies are a list, in which blanks and gaps are ignored', async (t) => {
  t.equal(countedAs('10.0.0.0/8, 127.0.0.1 ,'), '192.0.2.1')
  t.equal(countedAs('10.0.0.0/8'), '127.0.0.1')
  t.equal(countedAs(' '), '127.0.0.1', 'an empty list trusts none')
  t.notOk(parseProxies('').isProxy('127.0.0.1'))
  const { trustProxy } = await read('--trust-proxy', '127.0.0.1')
  t.ok(trustProxy?.isProxy('127.0.0.1'))
})

t.test('numbers have inclusive bounds', async (t) => {
  const bounds: [option: string, min: number, max: number][] = [
    ['port', 0, 65_535],
    ['admin-port', 0, 65_535],
    ['keys-grace', 0, 3600],
    ['drain-delay-ms', 0, 3_600_000],
  ]
  for (const [option, min, max] of bounds) {
    for (const good of [min, max]) t.ok(await read(`--${option}`, String(good)), `${option} ${good}`)
    for (const bad of [min - 1, max + 1])
      await t.rejects(read(`--${option}=${bad}`), { code: 'usage', message: `--${option}: expected` })
  }
})

t.test('the public address has no query, with or without a trailing slash', async (t) => {
  for (const [text, expected] of [
    ['https://api.example', 'https://api.example'],
    ['https://api.example/catalogue/', 'https://api.example/catalogue'],
    ['http://10.0.0.1:8080/a/b', 'http://10.0.0.1:8080/a/b'],
  ] as const) {
    t.match(await read('--public-url', text), { publicUrl: expected })
  }
  for (const text of [
    'api.example',
    'ftp://api.example',
    'https://a.example/?x',
    'https://a.example/#x',
    'https://u:p@a',
    'https://:p@a',
    "https://a.example/it's",
    'https://a.example/a&b',
    'https://a.example/"><script>',
    'https://a.example/<b',
    'https://a"b.example/',
    'https://a.example/`x`',
  ]) {
    await t.rejects(
      read('--public-url', text),
      { code: 'usage', message: /--public-url: expected an http/ },
      text,
    )
  }
})

t.test('--trust may be repeated: releases by any of these keys are taken, and no others', async (t) => {
  const [first, second, stranger] = [signingKeys(), signingKeys(), signingKeys()]
  const { trust } = (await read('--trust', first.text, '--trust', second.text)).origin
  const release = { path: 'release.json.minisig', id: 'of-today', manifest: Buffer.from('{}') }
  const check = ({ secret }: typeof first) =>
    trust?.check(release, Buffer.from(signManifest(release.manifest, release.id, secret, 0)))
  for (const signer of [first, second]) t.match(check(signer), { signedAt: 0 })
  t.throws(() => check(stranger), { code: 'bad-signature' })
})
