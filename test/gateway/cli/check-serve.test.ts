// `serve --check` as in a process, with all its output.

import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import t, { type Test } from 'tap'
import { manifestPath, POINTER_PATH, tablePath } from '../../../contract/release/layout.ts'
import { fileFactsOf } from '../../../contract/release/manifest.ts'
import { OFFERS_GATEWAY } from '../../../gateway/cli/offers-gateway.ts'
import { createKeyFile, replaceKeyFile } from '../../../gateway/keys/key-file.ts'
import { runProgram } from '../../../lib/command-line/program.ts'
import { sha256 } from '../../../lib/digest.ts'
import { prettyJson } from '../../../lib/json/json.ts'
import { freePort } from '../../helpers/free-port.ts'
import { servedAt } from '../../helpers/listening.ts'
import { startRedis, withoutRedis } from '../../helpers/redis.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { publishTinyRelease } from '../../helpers/tiny-release.ts'
import { freshKey } from '../keys/records.ts'

t.setTimeout(SHORT_MS)

async function check(words: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const output = { stdout: '', stderr: '' }
  const into = (name: keyof typeof output) =>
    new Writable({
      write(chunk, _encoding, done) {
        output[name] += chunk
        done()
      },
    })
  const streams = { stdout: into('stdout'), stderr: into('stderr'), env, clock: Date.now }
  return { code: await runProgram(OFFERS_GATEWAY, ['serve', '--check', ...words], streams), ...output }
}

/** A folder with all that a gateway needs. */
async function prepare(t: Test) {
  const root = t.testdir({ public: {}, redis: {} })
  const [folder, keys] = [join(root, 'public'), join(root, 'keys.ndjson')]
  const { pointer } = publishTinyRelease(folder)
  const records = [freshKey().record, freshKey({ revoked_at: '2026-08-23T00:00:00.000Z' }).record]
  await createKeyFile(keys, records)
  return { root, folder, keys, records, release: pointer.release }
}

t.test('without a fault, each part is described, with exit code 0', async (t) => {
  const { folder, keys, release } = await prepare(t)
  const expected = { code: 0, stderr: '' }
  const found = await check(['--public', folder, '--keys', keys])
  t.match(found, expected)
  t.match(found.stdout.split('\n'), [
    'keys: 1 of 2 keys valid',
    'limits: counted in memory',
    `release: ${release}, data of `,
    '',
  ])
  const env = {
    OFFERS_PUBLIC: folder,
    OFFERS_KEYS: keys,
    OFFERS_SOURCE: 'source',
    OFFERS_CHECK: 'yes',
    PATH: '/',
  }
  t.match(await check([], env), { ...expected, stdout: found.stdout }, 'only by variables')
})

t.test('each faulty part is reported, the others are described', async (t) => {
  const { root, keys } = await prepare(t)
  const port = await freePort()
  const words = ['--public', join(root, 'nowhere'), '--keys', `${keys}.not`, '--limits']
  const { code, stdout, stderr } = await check([...words, `redis://me:secret@127.0.0.1:${port}`])
  t.equal(code, 1)
  t.equal(stdout, '')
  const lines = stderr.split('\n')
  t.equal(lines.length, 4)
  t.match(lines[0], /^offers-gateway: keys: .*keys\.ndjson\.not: no such key file/)
  t.match(
    lines[1],
    `offers-gateway: limits: cannot reach Redis at redis://127.0.0.1:${port}: nothing listens there`,
  )
  t.match(lines[2], `offers-gateway: release: ${join(root, 'nowhere')}: no such folder`)
  t.notMatch(stderr, 'secret')
})

t.test('a bad line of the key file is a fault', async (t) => {
  const { folder, keys } = await prepare(t)
  appendFileSync(keys, '{"id":"key_\n')
  const { code, stderr } = await check(['--public', folder, '--keys', keys])
  t.equal(code, 1)
  t.match(stderr, /^offers-gateway: keys: .*keys\.ndjson:3: not JSON/)
})

t.test('a variable without an option is warned of', async (t) => {
  const { folder, keys } = await prepare(t)
  rmSync(join(folder, POINTER_PATH))
  const env = { OFFERS_PORTT: '8080', OFFERS_FROBNICATE: '1', OFFERS_KEYS: keys }
  t.same(await check(['--public', folder], env), {
    code: 1,
    stdout: 'keys: 1 of 2 keys valid\nlimits: counted in memory\n',
    stderr:
      'offers-gateway: OFFERS_PORTT is not an option (did you mean OFFERS_PORT?)\n' +
      'offers-gateway: OFFERS_FROBNICATE is not an option\n' +
      `offers-gateway: release: no release was ever published in ${folder}\n`,
  })
})

t.test('wrong options are all named, with exit code 2', async (t) => {
  t.same(await check(['--port', 'x'], { OFFERS_KEYS_GRACE: '3601' }), {
    code: 2,
    stdout: '',
    stderr:
      'offers-gateway: serve: --keys is required\n' +
      'offers-gateway: --keys-grace: expected a whole number from 0 to 3600, found 3601\n' +
      'offers-gateway: --port: expected a whole number from 0 to 65535, found x\n',
  })
  const { keys } = await prepare(t)
  t.match(await check(['--keys', keys, '--limits', 'disk']), {
    code: 2,
    stdout: 'keys: 1 of 2 keys valid\n',
    stderr:
      'offers-gateway: limits: --limits: expected memory, redis://… or rediss://…\n' +
      'offers-gateway: release: serve: expected either --public DIR or --origin URL\n',
  })
})

t.test('lost objects are found', async (t) => {
  const { folder, keys } = await prepare(t)
  rmSync(join(folder, 'objects'), { recursive: true })
  const { code, stderr } = await check(['--public', folder, '--keys', keys])
  t.equal(code, 1)
  t.match(stderr, /^offers-gateway: release: objects\/..\/\w+(\.gz)?: missing\n$/)
})

t.test('a damaged release and a damaged key file are found', async (t) => {
  const { folder, keys } = await prepare(t)
  writeFileSync(join(folder, POINTER_PATH), '{"release":')
  writeFileSync(keys, '{"id":')
  const { code, stderr } = await check(['--public', folder, '--keys', keys])
  t.equal(code, 1)
  t.match(stderr, /keys: .*keys\.ndjson:1: not JSON/)
  t.match(stderr, /release: .*latest\.json/)
})

t.test('a table that is damaged behind the right digest is found', async (t) => {
  const { folder, keys, release } = await prepare(t)
  const table = readFileSync(join(folder, tablePath(release)))
  // The storage of the first entry.
  table.writeUInt8(9, 16 + 47)
  const manifest = JSON.parse(readFileSync(join(folder, manifestPath(release)), 'utf8'))
  const bytes = prettyJson({ ...manifest, routes: fileFactsOf(table) })
  writeFileSync(join(folder, tablePath(release)), table)
  writeFileSync(join(folder, manifestPath(release)), bytes)
  writeFileSync(join(folder, POINTER_PATH), prettyJson({ release, manifest: sha256(bytes) }))
  t.match(await check(['--public', folder, '--keys', keys]), {
    code: 1,
    stderr: /^offers-gateway: release: .*damaged: entry 0: there is no storage 9\n$/,
  })
})

t.test('a key store without a valid key is a fault: it would refuse every request', async (t) => {
  const { folder, keys, records } = await prepare(t)
  await replaceKeyFile(keys, records.slice(1))
  t.match(await check(['--public', folder, '--keys', keys]), {
    code: 1,
    stderr: 'offers-gateway: keys: 0 of 1 key valid: issue one\n',
  })
})

t.test('a release at an address is read, but for its objects', async (t) => {
  const { folder, keys, release } = await prepare(t)
  const server = createServer((req, res) => {
    const path = join(folder, req.url ?? '')
    if (existsSync(path)) res.end(readFileSync(path))
    else res.writeHead(404).end()
  })
  const origin = await servedAt(t, server)
  const found = await check(['--origin', origin, '--keys', keys])
  t.match(found, { code: 0, stdout: `release: ${release}, data of `, stderr: '' })
})

t.test('Redis must count, and hold a valid key', { skip: withoutRedis }, async (t) => {
  const { root, folder, keys } = await prepare(t)
  const redis = await startRedis(t, join(root, 'redis'))
  const words = ['--public', folder, '--keys', keys, '--limits']
  t.match(await check([...words, redis.url]), { code: 0, stdout: /limits: counted in Redis\n/, stderr: '' })
  await redis.command('ACL', 'SETUSER', 'gateway', 'on', '>secret', '~*', '+@all', '-evalsha')
  const other = await check([...words, `redis://gateway:secret@127.0.0.1:${redis.port}`])
  t.match(other, { code: 1, stderr: /limits: redis:.*: NOPERM .*'evalsha'/ })
  t.match(await check(['--public', folder, '--keys', redis.url]), {
    code: 1,
    stderr: 'offers-gateway: keys: 0 of 0 keys valid: issue one\n',
  })
})
