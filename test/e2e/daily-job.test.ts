// The daily job as it runs in CI: the same make targets, on a machine without files of the day before.

import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import {
  chmod,
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { listObjects } from '../../build/releases/objects.ts'
import { SOURCE_DAYS } from '../../fixtures/daily-sources.ts'
import { blockOf } from '../docs/support/pages.ts'
import { cleanEnvironment, runToEnd } from '../helpers/child-processes.ts'
import { dailyMachine } from '../helpers/daily-machine.ts'
import { startGateway } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { type PrivateBucket, startPrivateBucket } from '../helpers/private-bucket.ts'
import { runProgram } from '../helpers/processes.ts'
import { signingKeys } from '../helpers/signing-keys.ts'
import { LONG_MS } from '../helpers/slow-suite.ts'
import { withoutProgram } from '../helpers/without-program.ts'

t.setTimeout(LONG_MS)

const skip = withoutProgram('curl')

/** The address of a file; any other path is missing. */
async function serveFile(t: Test, path: string, requests: string[] = []): Promise<string> {
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    const found = request.url?.startsWith('/file')
    response.writeHead(found ? 200 : 404).end(found ? readFileSync(path) : '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`
}

/** The paths of a secret key and its public key. */
async function makeKeys(folder: string, name: string): Promise<[string, string]> {
  const { secretKey, publicKey } = signingKeys().files
  const paths: [string, string] = [join(folder, `${name}.key`), join(folder, `${name}.pub`)]
  await writeFile(paths[0], secretKey)
  await writeFile(paths[1], publicKey)
  return paths
}

t.test(
  'two days and an unchanged one, at a remote without digests',
  { skip: skip || withoutProgram('rclone') },
  async (t) => {
    const { folder, mustMake, bring, forget } = await dailyMachine(t, () => 'hidden:')
    const { stdout } = await runToEnd('rclone', ['obscure', 'secret'])
    const hidden = {
      RCLONE_CONFIG_HIDDEN_TYPE: 'crypt',
      RCLONE_CONFIG_HIDDEN_REMOTE: join(folder, 'destination'),
      RCLONE_CONFIG_HIDDEN_PASSWORD: stdout.trim(),
      RCLONE_CONFIG: '/dev/null',
    }
    const stored = async () => {
      const env = { ...cleanEnvironment(), ...hidden }
      return (await runToEnd('rclone', ['cat', 'hidden:latest.json'], { env })).stdout
    }
    const pointers = new Set<string>()
    for (const [index, day] of SOURCE_DAYS.slice(0, 2).entries()) {
      await bring(day)
      await mustMake('daily', index === 0 ? { ...hidden, FIRST: '1' } : hidden)
      pointers.add(await stored())
      t.equal(await stored(), await readFile(join(folder, 'public/latest.json'), 'utf8'))
      await forget()
    }
    t.equal(pointers.size, 2)
    await mustMake('daily', hidden)
    t.ok(pointers.has(await stored()))

    await t.test('an object that is damaged there, but has its size, is sent again by hand', async (t) => {
      const [object = ''] = await listObjects(join(folder, 'public'))
      const file = join(folder, 'public', object)
      const whole = await readFile(file)
      const env = { ...cleanEnvironment(), ...hidden, PUBLIC: join(folder, 'public'), DESTINATION: 'hidden:' }
      const rclone = (...words: string[]) => runToEnd('rclone', words, { env })
      const isWhole = async () =>
        (await rclone('check', '--download', '--one-way', join(folder, 'public/objects'), 'hidden:objects'))
          .code === 0
      await writeFile(join(folder, 'damaged'), Buffer.alloc(whole.length))
      const sent = await rclone('copyto', '--ignore-times', join(folder, 'damaged'), `hidden:${object}`)
      t.equal(sent.code, 0)
      await mustMake('daily', hidden)
      t.equal(await isWhole(), false, 'the job compares sizes')
      const block = blockOf('docs/recovery.md', 'rclone copy --ignore-times')
      t.match(await runToEnd('bash', ['-euc', block], { env }), { code: 0 })
      t.ok(await isWhole())
    })
  },
)

t.test('three days, each on a new machine', { skip }, async (t) => {
  const { destination, folder, make, mustMake, bring, forget, pointer } = await dailyMachine(t)
  for (const [index, day] of SOURCE_DAYS.entries()) {
    await bring(day)
    if (index === 0) {
      const unasked = await make('daily')
      t.not(unasked.code, 0, 'without FIRST')
      t.match(unasked.output, /daily: the pointer cannot be read at DESTINATION/)
    }
    await mustMake('daily', index === 0 ? { FIRST: '1' } : {})
    t.match(await readFile(join(folder, 'daily/summary.txt'), 'utf8'), /withdrawn/)
    if (index < SOURCE_DAYS.length - 1) await forget()
  }
  t.equal((await readdir(join(destination, 'releases'))).length, SOURCE_DAYS.length)
  t.same(
    (await readdir(destination)).toSorted(),
    ['latest.json', 'objects', 'releases'],
    'nothing else is published',
  )

  const { base, keys } = await startGateway(t, destination)
  const list = await call(base, '/beta/offers?limit=100', { key: keys.issue('named') })
  const { data, meta } = list.json as { data: { updated_at: string }[]; meta: { data_as_of: string } }
  t.match(meta.data_as_of, SOURCE_DAYS.at(-1))
  t.ok(
    new Set(data.map(({ updated_at }) => updated_at)).size > 1,
    'the memory is passed from machine to machine',
  )

  const stands = await pointer()
  const manifest = join(destination, 'releases', JSON.parse(stands ?? '').release, 'release.json')
  const said = readFileSync(manifest, 'utf8')
  await forget()
  await mustMake('daily')
  t.equal(await pointer(), stands)
  t.equal(readFileSync(manifest, 'utf8'), said, 'it still states the changes of that day')

  await t.test('an unchanged day restores files that were lost or cut at DESTINATION', async (t) => {
    const objects = readdirSync(join(destination, 'objects'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.includes('/'))
      .map((path) => join(destination, 'objects', path))
    const used = objects.filter((path) => existsSync(path.replace(destination, join(folder, 'public'))))
    const [gone = '', cut = '', right = ''] = used
    const whole = [gone, cut].map((path) => readFileSync(path))
    const written = statSync(right).mtimeMs
    rmSync(gone)
    truncateSync(cut, 3)
    await forget()
    await mustMake('daily')
    t.strictSame(
      [gone, cut].map((path) => readFileSync(path)),
      whole,
    )
    t.equal(statSync(right).mtimeMs, written, 'correct files are not written again while readers use them')
  })

  await t.test('a step that fails stops the job, and the published release stays', async (t) => {
    const published = await pointer()
    await forget()
    await writeFile(join(folder, 'source.tar.gz'), Buffer.from([0x1f, 0x8b, 0x08, 0xff]))
    const damaged = await make('daily')
    t.not(damaged.code, 0, 'the source is damaged')
    t.match(damaged.output, /^tar: /m)
    t.equal(await pointer(), published)

    await bring('2026-09-01')
    await writeFile(join(folder, 'source/offers.ndjson'), '')
    spawnSync('tar', ['-czf', join(folder, 'source.tar.gz'), '-C', join(folder, 'source'), '.'])
    const emptied = await make('daily', { AS_OF: '2026-09-02T10:00:00Z' })
    t.not(emptied.code, 0, 'the source is empty')
    t.match(emptied.output, /zumbapay/)
    t.match(await readFile(join(folder, 'daily/summary.txt'), 'utf8'), /zumbapay/, 'the summary says why')
    t.equal(await pointer(), published)
  })
})

t.test(
  'a prefix in a private bucket is read and written like a folder',
  { skip: skip || withoutProgram('rclone', 'version') },
  async (t) => {
    const { make, mustMake, bring, forget } = await dailyMachine(t, () => 'offers:bucket/catalogue')
    const bucket = await startPrivateBucket(t)
    await bring('2026-08-30')
    await mustMake('daily', { ...bucket.remote, FIRST: '1' })
    const places = [...bucket.objects.keys()].map((key) => key.split('/').slice(0, 2).join('/'))
    t.same(
      [...new Set(places)].toSorted(),
      ['catalogue/latest.json', 'catalogue/objects', 'catalogue/releases'],
      'nothing else is there',
    )

    // In S3 a missing folder is an empty one, which can be read without an error.
    const memory = [...bucket.objects.keys()].find((key) => key.endsWith('/memory.gz')) ?? ''
    for (const [lost, message] of [
      [memory, /daily: memory\.gz of \S+ cannot be read at DESTINATION/],
      ['catalogue/latest.json', /daily: the pointer cannot be read at DESTINATION/],
    ] as const) {
      t.ok(bucket.objects.delete(lost))
      await forget()
      const { code, output } = await make('daily-restore', bucket.remote)
      t.not(code, 0, lost)
      t.match(output, message)
    }
    t.same(bucket.refused, [], 'it sends no request that it may not send')
  },
)

/** Ids of the releases in a bucket, oldest first. */
const releasesIn = ({ objects }: PrivateBucket) =>
  [...new Set([...objects.keys()].flatMap((key) => /releases\/([^/]+)/.exec(key)?.[1] ?? []))].toSorted()

t.test(
  'old releases and their objects are removed from a bucket, except those that gateways may still read',
  { skip: skip || withoutProgram('rclone', 'version') },
  async (t) => {
    const { folder, mustMake, bring, forget } = await dailyMachine(t, () => 'offers:bucket')
    const bucket = await startPrivateBucket(t)
    const oneStays = { ...bucket.remote, OFFERS_KEEP: '1' }
    const age = () => {
      for (const object of bucket.objects.values())
        object.modified = new Date(object.modified.getTime() - 7_200_000)
    }
    const ids: string[] = []
    for (const [index, day] of SOURCE_DAYS.slice(0, 3).entries()) {
      await bring(day)
      await mustMake('daily', index === 0 ? { ...oneStays, FIRST: '1' } : oneStays)
      ids.push(JSON.parse(`${bucket.objects.get('latest.json')?.body}`).release)
      t.strictSame(
        releasesIn(bucket),
        ids.slice(-2),
        'the release that was replaced a moment ago stays as well',
      )
      age()
      await forget()
    }
    const before = bucket.objects.size
    const unchanged = await mustMake('daily', oneStays)
    t.strictSame(releasesIn(bucket), ids.slice(-1), 'an hour later it is removed')
    t.ok(bucket.objects.size < before)
    t.match(unchanged.output, `removed from DESTINATION: ${before - bucket.objects.size} files`)

    // The bucket holds all files of the release, and no others.
    await forget()
    const pulled = await runToEnd('rclone', ['copy', 'offers:bucket', join(folder, 'pulled')], {
      env: { ...cleanEnvironment(), ...bucket.remote },
    })
    t.equal(pulled.code, 0, pulled.stderr)
    const { code, stdout } = await runProgram('build', ['verify', '--out', join(folder, 'pulled'), '--json'])
    t.equal(code, 0)
    t.equal((await listObjects(join(folder, 'pulled'))).length, JSON.parse(stdout).objects)
    t.same(bucket.refused, [], 'it sends no request that it may not send')
  },
)

t.test(
  'a rollback in a bucket moves the pointer, and caches still revalidate pointer and signature',
  { skip: skip || withoutProgram('rclone', 'version') },
  async (t) => {
    const { folder, mustMake, bring, forget } = await dailyMachine(t, () => 'offers:bucket')
    const bucket = await startPrivateBucket(t)
    const [secretKey, publicKey] = await makeKeys(folder, 'offers')
    const signed = { ...bucket.remote, OFFERS_SIGN: secretKey, OFFERS_TRUST: publicKey }
    for (const [index, day] of SOURCE_DAYS.slice(0, 3).entries()) {
      await bring(day)
      await mustMake('daily', index === 0 ? { ...signed, FIRST: '1' } : signed)
      await forget()
    }
    const ids = releasesIn(bucket)
    const current = () => JSON.parse(`${bucket.objects.get('latest.json')?.body}`).release
    const cacheControl = (key: string) => bucket.objects.get(key)?.headers['cache-control']
    const signature = (id: string) => `releases/${id}/release.json.minisig`
    for (const [to, env] of [
      [ids[1] ?? '', {}],
      [ids[0] ?? '', { TO: ids[0] ?? '' }],
    ] as const) {
      const before = `${bucket.objects.get(signature(to))?.body}`
      await mustMake('daily-rollback', { ...signed, ...env })
      t.equal(current(), to)
      t.equal(cacheControl('latest.json'), 'no-cache')
      t.equal(cacheControl(signature(to)), 'no-cache')
      t.not(`${bucket.objects.get(signature(to))?.body}`, before, 'it is signed again, later')
      t.match(cacheControl(`releases/${to}/release.json`), 'immutable')
    }
    t.same(bucket.refused, [], 'it sends no request that it may not send')
  },
)

t.test('a rollback does not replace local files by those at DESTINATION', { skip }, async (t) => {
  const { destination, folder, mustMake, bring, pointer } = await dailyMachine(t)
  for (const [index, day] of SOURCE_DAYS.slice(0, 2).entries()) {
    await bring(day)
    await mustMake('daily', index === 0 ? { FIRST: '1' } : {})
  }
  const [first = ''] = (await readdir(join(destination, 'releases'))).toSorted()
  const manifest = join('releases', first, 'release.json')
  const whole = readFileSync(join(folder, 'public', manifest), 'utf8')
  await writeFile(join(destination, manifest), whole.replace('Zumba', 'Rumba'))
  await mustMake('daily-rollback')
  t.equal(readFileSync(join(folder, 'public', manifest), 'utf8'), whole)
  t.equal(readFileSync(join(destination, manifest), 'utf8'), whole, 'the destination is repaired')
  t.match(await pointer(), first)
})

t.test('an upload that arrived damaged moves no pointer', { skip }, async (t) => {
  const { make, mustMake, bring, forget, write, pointer } = await dailyMachine(t)
  await bring('2026-08-30')
  await mustMake('daily', { FIRST: '1' })
  const stood = await pointer()
  // In place of `cp`, after it has copied.
  const some = (count: number) =>
    `cd "$PUBLIC" && find objects -type f | head -n ${count} | (cd "$DESTINATION" && `
  const faults: [title: string, script: string, message: RegExp][] = [
    ['cut short', `${some(7)}xargs rm -f)`, /missing or different at DESTINATION: 7/],
    ['broken off', 'exit 3', /Error \d+/],
    ['one file truncated', `${some(1)}xargs truncate -s 3)`, /missing or different at DESTINATION: 1,/],
    [
      'a manifest changed on the way',
      'find "$DESTINATION" -name release.json -newer "$0" -exec sed -i "s/0/1/" {} +',
      /release\.json at DESTINATION differs from the uploaded file/,
    ],
  ]
  await forget()
  await bring('2026-08-31')
  for (const step of ['fetch', 'restore', 'build']) t.equal((await make(`daily-${step}`)).code, 0, step)
  for (const [title, script, message] of faults) {
    const program = await write('cp', `/bin/cp "$@" || exit\n${script}`)
    const { code, output } = await make('daily-upload', { PATH: `${dirname(program)}:${process.env.PATH}` })
    t.not(code, 0, title)
    t.match(output, message, title)
    t.equal(await pointer(), stood, `${title}: the pointer stays`)
  }
  await mustMake('daily-upload')
  t.not(await pointer(), stood)
})

t.test(
  'a signed release is checked before it is built upon and before it is uploaded, and no secret is printed',
  { skip },
  async (t) => {
    const { destination, folder, make, mustMake, bring, forget, pointer } = await dailyMachine(t)
    const [secretKey, publicKey] = await makeKeys(folder, 'offers')
    const secret = 'SECRETSIGNATURE'
    const signed = {
      OFFERS_SIGN: secretKey,
      OFFERS_TRUST: publicKey,
      SOURCE_URL: `${await serveFile(t, join(folder, 'source.tar.gz'))}?sig=${secret}`,
      HEARTBEAT_URL: `http://127.0.0.1:9/${secret}`,
    }

    await bring('2026-08-30')
    const unsigned = await make('daily', { OFFERS_TRUST: publicKey, FIRST: '1' })
    t.not(unsigned.code, 0, 'there is no signature, though one is required')
    t.match(unsigned.output, /release\.json\.minisig: missing; expected a signature by/)
    t.equal(await pointer(), undefined, 'and nothing was uploaded')
    await forget()

    const first = await mustMake('daily', { ...signed, FIRST: '1' })
    await forget()
    await bring('2026-08-31')
    const second = await mustMake('daily', signed)
    const pointed = await pointer()
    await forget()
    const unchanged = await make('daily', signed)
    t.match(unchanged, { code: 0, output: 'stands at DESTINATION' })
    t.equal(await pointer(), pointed)

    const [newSecret, newPublic] = await makeKeys(folder, 'new')
    await forget()
    const both = { ...signed, OFFERS_SIGN: newSecret, OFFERS_TRUST: `${publicKey} ${newPublic}` }
    await mustMake('daily', both)
    const byNew = ['verify', '--out', destination, '--trust', newPublic]
    t.match(await runProgram('build', byNew), { code: 0 }, 'an unchanged source is signed by a new key')
    signed.OFFERS_TRUST = both.OFFERS_TRUST
    const verify = ['verify', '--out', destination, '--trust', newPublic]
    t.match(await runProgram('build', verify), { code: 0 }, 'the uploaded release is signed')

    // An attacker with access to the store changes the memory for the next build.
    const stood = await pointer()
    const { release } = JSON.parse(stood ?? '')
    await writeFile(join(destination, 'releases', release, 'memory.gz'), gzipSync('{}\n'))
    await forget()
    await bring('2026-09-01')
    const forged = await make('daily', signed)
    t.not(forged.code, 0)
    t.match(forged.output, /memory\.gz: damaged/)
    t.equal(await pointer(), stood)

    t.match(first.output, 'the heartbeat was not heard')
    const away = await make('daily', { ...signed, SOURCE_URL: `http://127.0.0.1:9/?sig=${secret}` })
    t.not(away.code, 0)
    t.match(away.output, /curl: \(\d+\) /)
    const said = [first, second, forged, away].map(({ output }) => output).join('')
    t.notMatch(said, await readFile(secretKey, 'utf8'), 'the key is not printed')
    t.notMatch(said, secret, 'no address is printed, since it may hold a secret')
  },
)

t.test('an archive does not replace a folder into which a table was imported', { skip }, async (t) => {
  const { folder, make, bring } = await dailyMachine(t)
  await bring('2026-08-30')
  await mkdir(join(folder, 'daily/source'), { recursive: true })
  await writeFile(join(folder, 'daily/source/mapping.json'), '{}')
  const { code, output } = await make('daily-fetch')
  t.not(code, 0)
  t.match(output, 'was imported from a table, and now an archive was fetched')
  t.same(await readdir(join(folder, 'daily/source')), ['mapping.json'])
})

t.test('variables are never evaluated', { skip }, async (t) => {
  const { folder, make } = await dailyMachine(t)
  const touched = join(folder, 'touched')
  const hostile = `x; touch ${touched}; $(touch ${touched}) $(shell touch ${touched}) \`touch ${touched}\` \n touch ${touched}`
  await mkdir(join(folder, 'public/objects'), { recursive: true })
  await mkdir(join(folder, 'public/releases/one'), { recursive: true })
  await writeFile(join(folder, 'public/latest.json'), '{"release":"one"}')
  const readers: [step: string, names: string[]][] = [
    ['fetch', ['SOURCE_URL', 'DAILY']],
    ['import', ['SOURCE', 'DAILY']],
    ['restore', ['DESTINATION', 'FIRST', 'DAILY']],
    ['build', ['AS_OF', 'RUN_OPTIONS', 'SOURCE', 'SUMMARY', 'PUBLIC', 'DAILY']],
    ['verify', ['PUBLIC']],
    ['upload', ['DESTINATION', 'PUBLIC', 'DAILY']],
    ['prune', ['DESTINATION', 'OFFERS_KEEP', 'PUBLIC', 'DAILY']],
    ['rollback', ['DESTINATION', 'TO', 'PUBLIC', 'DAILY']],
    ['heartbeat', ['HEARTBEAT_URL']],
  ]
  for (const [step, names] of readers) {
    for (const name of names) {
      await make(`daily-${step}`, { [name]: hostile })
      t.notOk((await readdir(folder)).includes('touched'), `${name} of daily-${step}`)
    }
  }
})

t.test('a missing variable is reported before anything is done', { skip }, async (t) => {
  const { folder, make } = await dailyMachine(t)
  for (const name of ['SOURCE_URL', 'DESTINATION']) {
    const { code, output } = await make('daily', { [name]: '' })
    t.not(code, 0)
    t.match(output, `daily: ${name} is not set`)
  }
  t.notOk((await readdir(folder)).includes('daily'))
})

t.test(
  'an archive that is too large, or holds a link, is refused, and none of its files stays',
  { skip },
  async (t) => {
    const { folder, make, bring } = await dailyMachine(t)
    const source = join(folder, 'source')
    const fetched = join(folder, 'daily/source')
    const more = async (size: number) => {
      await writeFile(join(source, 'more.txt'), '')
      await truncate(join(source, 'more.txt'), size)
    }
    const many = async () => {
      for (let number = 0; number < 1000; number++) await writeFile(join(source, `${number}.txt`), '')
    }
    const fetchWith = async (add: () => Promise<void>, ...options: string[]) => {
      await bring(SOURCE_DAYS[0])
      await add()
      spawnSync('tar', ['-czf', join(folder, 'source.tar.gz'), ...options, '-C', source, '.'])
      return make('daily-fetch', { SOURCE_MAX_MB: '2' })
    }
    const large = 'or holds more than 2 MB (SOURCE_MAX_MB)'
    const odd = 'daily: the archive holds something other than plain files and folders, such as a link: '
    const cases: [message: string, add: () => Promise<void>, ...options: string[]][] = [
      [large, () => more(50_000_000)],
      [large, () => more(50_000_000), '--sparse'],
      ['daily: SOURCE_URL gave a .tar.gz of more than 1000 files and folders', many],
      [odd, () => symlink('/proc/self/environ', join(source, 'rejected.ndjson'))],
      [odd, () => link(join(source, 'issuers.json'), join(source, 'more.json'))],
      [odd, () => symlink('/', join(source, 'root'))],
    ]
    for (const [message, add, ...options] of cases) {
      const { code, output } = await fetchWith(add, ...options)
      t.not(code, 0, message)
      t.match(output, message)
      t.notOk(existsSync(fetched), message)
    }
    t.equal((await fetchWith(() => more(1_000_000))).code, 0)
    t.not((await fetchWith(many)).code, 0)
    t.ok(existsSync(join(fetched, 'more.txt')), 'the folder of the day before stays')
    t.notOk(existsSync(join(fetched, '0.txt')))
  },
)

t.test('a table over the size limit is refused, and the limit is never evaluated', { skip }, async (t) => {
  const { folder, make } = await dailyMachine(t)
  await writeFile(join(folder, 'source.tar.gz'), 'a,b\n'.repeat(1_000_000))
  const trap = join(folder, 'trap')
  for (const [limit, message] of [
    ['2', 'daily: SOURCE_URL gave no file, or one of more than 2 MB (SOURCE_MAX_MB)'],
    [`a[$(touch ${trap})]`, 'daily: SOURCE_MAX_MB: expected a whole number of MB'],
  ] as const) {
    const { code, output } = await make('daily-fetch', { SOURCE_MAX_MB: limit })
    t.not(code, 0)
    t.match(output, message)
  }
  t.notOk(existsSync(trap))
})

t.test(
  'a deep name in an archive counts each of its folders, and setuid bits are dropped',
  { skip },
  async (t) => {
    const { folder, make, mustMake, bring } = await dailyMachine(t)
    const source = join(folder, 'source')
    await bring('2026-08-30')
    await chmod(join(source, 'issuers.json'), 0o6755)
    const pack = (...names: string[]) =>
      spawnSync('tar', ['-czf', join(folder, 'source.tar.gz'), '-C', source, ...names])
    pack('.')
    await mustMake('daily-fetch')
    t.equal(statSync(join(folder, 'daily/source/issuers.json')).mode & 0o7000, 0)
    const deep = ['a', 'b', 'c'].map((name) => join(name, 'd/'.repeat(400), 'file'))
    for (const path of deep) {
      await mkdir(join(source, dirname(path)), { recursive: true })
      await writeFile(join(source, path), '')
    }
    pack(...deep)
    const { code, output } = await make('daily-fetch')
    t.not(code, 0)
    t.match(output, 'daily: SOURCE_URL gave a .tar.gz of more than 1000 files and folders')
    t.ok(existsSync(join(folder, 'daily/source/issuers.json')), 'the source of the day before stays')
  },
)

t.test(
  'an archive with a name of 1 GB is refused within its memory, and the next one works',
  { skip },
  async (t) => {
    const folder = t.testdir({ packed: { 'offers.ndjson': '' }, daily: {} })
    const archive = join(folder, 'source.tar.gz')
    const fetch = () =>
      runToEnd('bash', ['deploy/daily.sh', 'fetch'], {
        env: { ...cleanEnvironment(), SOURCE_URL: archive, DAILY: join(folder, 'daily') },
      })
    const pack = () =>
      t.equal(spawnSync('tar', ['-C', join(folder, 'packed'), '-czf', archive, '.']).status, 0)
    for (const [type, megabytes] of [
      ['L', 1024],
      ['K', 1024],
      ['x', 1024],
      // Each of several names has room, and no folder takes it.
      ['L', 20],
    ] as const) {
      const long = Buffer.concat([
        gzipSync(tarHeader('././@LongLink', megabytes * 1024 * 1024, type)),
        ...new Array<Buffer>(megabytes).fill(gzipSync(Buffer.alloc(1024 * 1024, 'a'))),
        gzipSync(tarHeader('a', 0, '0')),
      ])
      writeFileSync(
        archive,
        Buffer.concat([
          ...new Array<Buffer>(megabytes < 1024 ? 10 : 1).fill(long),
          gzipSync(Buffer.alloc(1024)),
        ]),
      )
      const { code, stderr } = await fetch()
      t.equal(code, 1, type)
      t.match(stderr, 'daily: SOURCE_URL gave a .tar.gz that cannot be unpacked')
      if (megabytes === 1024) t.match(stderr, 'memory exhausted')
      t.ok(stderr.length < 10_000, `${stderr.length} characters`)
      pack()
      t.match(await fetch(), { code: 0 })
      t.same(readdirSync(join(folder, 'daily/source')), ['offers.ndjson'])
    }
  },
)

/** The header of an entry of an archive (POSIX.1-1988, 4.1.2). */
function tarHeader(name: string, size: number, type: string): Buffer {
  const header = Buffer.alloc(512)
  header.write(name)
  header.write('0000644', 100)
  header.write(size.toString(8).padStart(11, '0'), 124)
  header.write('        ', 148)
  header.write(type, 156)
  header.write('ustar', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(sum.toString(8).padStart(6, '0'), 148)
  return header
}

t.test('no mode of an archive stops a day, or the one after it', { skip }, async (t) => {
  // Root may remove anything. The job runs as an ordinary user, from a folder that such a user can reach.
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined
  const folder = mkdtempSync(join(tmpdir(), 'daily-'))
  t.teardown(() => {
    spawnSync('chmod', ['-R', 'u+rwX', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  const packed = join(folder, 'packed')
  const job = join(folder, 'daily.sh')
  const [archive, daily] = [join(folder, 'source.tar.gz'), join(folder, 'daily')]
  await copyFile('deploy/daily.sh', job)
  await mkdir(join(packed, 'deep/deeper'), { recursive: true })
  for (const name of ['offers.ndjson', 'mapping.json', 'deep/file', 'deep/deeper/file']) {
    await writeFile(join(packed, name), '')
  }
  await mkdir(daily)
  if (user) for (const path of [folder, daily]) chownSync(path, user.uid, user.gid)

  const tar = (...args: string[]) => t.equal(spawnSync('tar', ['-C', packed, ...args]).status, 0)
  const pack = (mode: string, names = ['.']) => tar('-czf', archive, `--mode=${mode}`, ...names)
  const fetch = () =>
    runToEnd('bash', [job, 'fetch'], {
      cwd: folder,
      env: { ...cleanEnvironment(), SOURCE_URL: archive, DAILY: daily },
      ...user,
    })
  const works = async (day: string) => {
    const { code, stderr } = await fetch()
    t.equal(code, 0, `${day}: ${stderr}`)
    const found = spawnSync('find', [join(daily, 'source'), '-printf', '%y %m %P\n'], { encoding: 'utf8' })
    for (const entry of found.stdout.trim().split('\n')) {
      t.match(entry, entry.startsWith('d') ? /^d 7\d\d / : /^f [67]\d\d /, `${day}: ${entry}`)
    }
    t.same(readdirSync(daily), ['source'], `${day}: nothing else is left`)
    t.same(readdirSync(join(daily, 'source')).toSorted(), ['deep', 'offers.ndjson'])
  }
  const goodDay = async (before: string) => {
    pack('u+rwX')
    await works(`the day after ${before}`)
  }
  // A folder also appears after its files, and twice.
  const orders = [
    ['.'],
    ['deep/deeper/file', 'deep/file', 'deep/deeper', 'deep', 'offers.ndjson', '.'],
    ['--no-recursion', '.', 'deep', 'offers.ndjson', 'deep/deeper', 'deep', 'deep/deeper/file', 'deep/file'],
  ]
  for (const mode of ['0000', '0111', '0222', '0444', '0555', '7777', 'a-w', 'a-x', 'a-r']) {
    for (const names of orders) {
      pack(mode, names)
      await works(`${mode} ${names}`)
    }
    await goodDay(mode)
  }

  const refused = async (day: string) => {
    t.not((await fetch()).code, 0, day)
    t.ok(existsSync(join(daily, 'source/offers.ndjson')), `${day}: the source of the day before stays`)
  }
  for (const mode of ['0000', '0555']) {
    const [link, later] = [join(packed, 'deep/deeper/link'), join(packed, 'later')]
    await symlink('/', link)
    pack(mode)
    await rm(link)
    await refused(`${mode} with a link`)
    await goodDay(`${mode} with a link`)
    // tar ends with the first file that lacks its bytes.
    await writeFile(later, randomBytes(100_000))
    pack(mode, ['deep', 'later'])
    await truncate(archive, 50_000)
    await rm(later)
    await refused(`${mode}, cut off`)
    await goodDay(`${mode}, cut off`)
  }

  // As a job leaves them that is killed, or that does not know modes.
  for (const left of ['source.new', 'source']) {
    await goodDay('a good one')
    const path = join(daily, left)
    mkdirSync(join(path, 'left/inner'), { recursive: true })
    if (user) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, path])
    for (const inner of ['left/inner', 'left', '.']) await chmod(join(path, inner), 0)
    await goodDay(`a left ${left}`)
  }
})

t.test('an address is asked once, and only by HTTP', { skip }, async (t) => {
  const { folder, make, bring } = await dailyMachine(t)
  await bring('2026-08-30')
  const archive = join(folder, 'source.tar.gz')
  const requests: string[] = []
  const address = await serveFile(t, archive, requests)
  t.equal((await make('daily-fetch', { SOURCE_URL: `${address}[1-500]` })).code, 0)
  t.equal(requests.length, 1)
  const refusals = {
    file: 'daily: SOURCE_URL: a file is named by its path, without file:',
    gopher: /Protocol "?gopher"? (?:not supported|disabled)/,
    ftp: /Protocol "?ftp"? (?:not supported|disabled)/,
  }
  for (const [scheme, refusal] of Object.entries(refusals)) {
    const { code, output } = await make('daily-fetch', { SOURCE_URL: `${scheme}://${archive}` })
    t.not(code, 0)
    t.match(output, refusal)
  }
})

t.test('a pipe in place of the pointer, or of the source, is refused', { skip }, async (t) => {
  const { destination, folder, make } = await dailyMachine(t)
  for (const path of [join(destination, 'latest.json'), join(folder, 'pipe')]) spawnSync('mkfifo', [path])
  const restored = await make('daily-restore')
  t.not(restored.code, 0)
  t.match(restored.output, 'latest.json: expected a regular file')
  const fetched = await make('daily-fetch', { SOURCE_URL: join(folder, 'pipe') })
  t.not(fetched.code, 0)
  t.match(fetched.output, 'pipe: expected a regular file')
})

t.test('a job does not replace what another one has published meanwhile', { skip }, async (t) => {
  const { folder, make, mustMake, bring, pointer } = await dailyMachine(t)
  const first = { PUBLIC: join(folder, 'first/public'), DAILY: join(folder, 'first/daily') }
  await bring('2026-08-30')
  await mustMake('daily', { FIRST: '1', ...first })
  await bring('2026-08-31')
  for (const step of ['fetch', 'restore', 'build']) await mustMake(`daily-${step}`)
  await bring('2026-09-01')
  await mustMake('daily', first)
  const newest = await pointer()
  const late = await make('daily-upload')
  t.not(late.code, 0)
  t.match(late.output, 'daily: DESTINATION has another release than the one that this job restored')
  t.equal(await pointer(), newest)
  await mustMake('daily')
  await mustMake('daily-upload')
})

t.test('a summary that cannot be written fails no job', { skip }, async (t) => {
  const { folder, mustMake, bring, pointer } = await dailyMachine(t)
  await bring('2026-08-30')
  await mkdir(join(folder, 'public/.build/rejects.ndjson'), { recursive: true })
  await writeFile(join(folder, 'file'), '')
  const { output } = await mustMake('daily', { FIRST: '1', SUMMARY: join(folder, 'file/summary.txt') })
  t.match(output, /daily: \S+summary\.txt is not written/)
  t.match(output, 'offers-build: the rejected records are not listed: ')
  t.ok(await pointer())
})

t.test(
  'without a source, the published release is repaired from the last one, and the job fails',
  { skip },
  async (t) => {
    const { destination, folder, make, mustMake, bring, pointer } = await dailyMachine(t)
    await bring('2026-08-30')
    await mustMake('daily', { FIRST: '1' })
    const stood = await pointer()
    const objects = (root: string) => readdirSync(join(root, 'objects'), { recursive: true }).toSorted()
    const whole = objects(destination)
    rmSync(join(destination, 'objects'), { recursive: true })
    rmSync(join(folder, 'public/objects'), { recursive: true })
    await rm(join(folder, 'source.tar.gz'))
    const { code, output } = await make('daily')
    t.not(code, 0)
    t.match(output, /^Repaired /m)
    t.match(output, 'daily: SOURCE_URL gave no file')
    t.same(objects(destination), whole)
    t.equal(await pointer(), stood)

    await t.test('a source that it was not made from repairs nothing', async (t) => {
      await writeFile(join(folder, 'daily/source/offers.ndjson'), '')
      rmSync(join(destination, 'objects'), { recursive: true })
      const { code, output } = await make('daily')
      t.not(code, 0)
      t.match(output, /Refused|so that nothing is repaired/)
      t.notOk(existsSync(join(destination, 'objects')))
      t.equal(await pointer(), stood)
    })
  },
)
