// The page "Recovery": each drill breaks something first, then runs the commands of the page.

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { memoryPath, signaturePath } from '../../contract/release/layout.ts'
import { readPublished } from '../build/support/published.ts'
import { records } from '../build/support/source.ts'
import { runToEnd } from '../helpers/child-processes.ts'
import { issueKey } from '../helpers/issue-keys.ts'
import { withoutMinisign } from '../helpers/minisign.ts'
import { runProgram } from '../helpers/processes.ts'
import { startRedis, withoutRedis } from '../helpers/redis.ts'
import { LONG_MS } from '../helpers/slow-suite.ts'
import { until } from '../helpers/until.ts'
import { blocksUnder, type Machine, makeMachine } from './support/machine.ts'
import { blockOf, read } from './support/pages.ts'
import { serveBucket } from './support/serve-bucket.ts'
import { settingsOf } from './support/units.ts'

t.setTimeout(LONG_MS)

const PAGE = 'docs/recovery.md'
const BUCKET_PAGE = 'docs/deployment.md'

const [FIRST_DAY, SECOND_DAY, THIRD_DAY] = [1, 2, 3].map((day) => `2026-09-0${day}T10:00:00.000Z`) as [
  string,
  string,
  string,
]

/** The offers of the first day, and of the second: one has another text. */
const offers = records(30)
const withOneChanged = offers.map((offer, index) => (index === 7 ? { ...offer, title: 'Another' } : offer))

/** The blocks of a drill, by the order on the page; one that is missing fails. */
function drill(heading: string): (index: number) => string {
  const blocks = blocksUnder(PAGE, heading)
  return (index) => {
    const block = blocks[index]
    if (block === undefined) throw new Error(`${heading}: there is no block ${index}`)
    return block
  }
}

/** Runs a block, which must succeed. */
async function doIt(t: Test, machine: Machine, block: string): Promise<string> {
  const { code, stdout, stderr } = await machine.run(block)
  t.equal(code, 0, block.split('\n')[0] + (code === 0 ? '' : `\n${stdout}${stderr}`))
  return stdout
}

const start = (unit: string) => `systemctl start ${unit}\n`
const first = (unit: string) =>
  `systemctl set-environment FIRST=1; systemctl start ${unit}; systemctl unset-environment FIRST\n`

/** The current release of a folder: its id, and the changes that it brought. */
async function current(folder: string) {
  const { manifest } = await readPublished(folder)
  const { id, data_as_of: asOf, previous } = manifest
  const { added, changed } = manifest.changes
  return { id, asOf, previous, added, changed }
}

const OUT = '/srv/offers/public-out'
const BACKUP = '/var/backups/offers'

const ENABLED = ['offers-gateway@8080.service', 'offers-gateway@8090.service', 'offers-build.timer']

/** What `systemctl enable` leaves. */
function enableUnits(machine: Machine): void {
  for (const unit of ENABLED) {
    const folder = machine.at(
      `/etc/systemd/system/${unit.endsWith('.timer') ? 'timers' : 'multi-user'}.target.wants`,
    )
    mkdirSync(folder, { recursive: true })
    symlinkSync(`/etc/systemd/system/${unit.replace(/@.*\./, '@.')}`, join(folder, unit))
  }
}

/** One machine after a day, with its backup, and the source of the next day. */
async function oneMachine(t: Test) {
  const machine = makeMachine(t, 'machine', {
    '/etc/offers/build.env': blockOf('docs/production.md', 'SOURCE_URL='),
    '/etc/offers/gateway.env': blockOf('docs/production.md', 'OFFERS_PUBLIC='),
    '/var/lib/offers/keys.ndjson': '',
  })
  enableUnits(machine)
  const out = machine.at(OUT)
  mkdirSync(out, { recursive: true })
  rmSync(machine.at('/var/lib/offers/keys.ndjson'))
  const keys = ['keys', 'init', '--keys', machine.at('/var/lib/offers/keys.ndjson')]
  t.equal((await runProgram('gateway', keys)).code, 0)
  await machine.bring(FIRST_DAY, offers)
  const unasked = await machine.run(start('offers-build'))
  t.equal(unasked.code, 1, 'the first build must be requested')
  t.match(unasked.stderr, 'run once without --must-continue (the daily job: FIRST=1)')
  await doIt(t, machine, first('offers-build'))
  await doIt(t, machine, drill('What to back up')(0))
  await machine.bring(SECOND_DAY, withOneChanged)
  return { machine, out }
}

/** A machine that builds into a bucket, which is a folder here, after a day, with its backup. */
async function builder(t: Test) {
  const machine = makeMachine(t, 'builder', {
    '/etc/offers/build.env': blockOf(BUCKET_PAGE, 'DAILY=/var/lib'),
  })
  const bucket = machine.at('bucket')
  mkdirSync(bucket)
  writeFileSync(machine.at('/etc/offers/bucket.env'), `DESTINATION=${bucket}\n`)
  const keygen = /^minisign -G.*$/m.exec(blockOf(BUCKET_PAGE, 'offers-{daily.service'))?.[0] ?? ''
  await doIt(t, machine, keygen)
  await machine.bring(FIRST_DAY, offers)
  await doIt(t, machine, first('offers-daily'))
  await doIt(t, machine, drill('What to back up')(0))
  await machine.bring(SECOND_DAY, withOneChanged)
  return { machine, bucket, out: machine.at('/var/lib/offers-build/public-out') }
}

t.test('a lost output folder is refused by the job, and restored from the backup', async (t) => {
  const { machine, out } = await oneMachine(t)
  rmSync(out, { recursive: true })
  const refused = await machine.run(start('offers-build'))
  t.equal(refused.code, 1)
  t.match(refused.stderr, 'no release is current, so there is nothing to continue')
  t.notOk(existsSync(join(out, 'latest.json')))

  await doIt(t, machine, drill('A lost output folder')(0))
  t.match(await current(out), { asOf: SECOND_DAY, added: 0, changed: 1 })
  await machine.bring(THIRD_DAY, offers)
  await doIt(t, machine, start('offers-build'))
  t.match(await current(out), { asOf: THIRD_DAY, added: 0 }, 'afterwards the job runs as before')
})

t.test('a new machine has settings, keys and offers of the old one from its backup', async (t) => {
  const { machine: old } = await oneMachine(t)
  const machine = makeMachine(t, 'new-machine')
  cpSync(old.at(BACKUP), machine.at(BACKUP), { recursive: true })
  await machine.bring(SECOND_DAY, withOneChanged)

  await doIt(t, machine, drill('A new machine')(1) + drill('A new machine')(2))
  t.equal(
    readFileSync(machine.at('/etc/offers/build.env'), 'utf8'),
    readFileSync(old.at('/etc/offers/build.env'), 'utf8'),
  )
  t.equal(
    readFileSync(machine.at('/var/lib/offers/keys.ndjson'), 'utf8'),
    readFileSync(old.at('/var/lib/offers/keys.ndjson'), 'utf8'),
  )
  t.match(await current(machine.at(OUT)), { asOf: SECOND_DAY, added: 0, changed: 1 })
  await doIt(t, machine, drill('A new machine')(4))
  t.ok(machine.calls().includes(`enable --now ${ENABLED.join(' ')}`))
})

t.test(
  'a new machine has the Redis of the old one, with its settings and keys',
  { skip: withoutRedis },
  async (t) => {
    const { machine: old } = await oneMachine(t)
    const redis = await startRedis(t, old.root)
    const settings = 'appendonly yes\nuser offers on\n'
    mkdirSync(old.at('/etc/redis'))
    writeFileSync(old.at('/etc/redis/redis.conf'), settings)
    writeFileSync(old.at('/etc/offers/gateway.env'), `OFFERS_KEYS=${redis.url}/0\n`)
    const { id } = await issueKey(`${redis.url}/0`)
    await doIt(t, old, drill('What to back up')(0))

    const machine = makeMachine(t, 'new-machine')
    cpSync(old.at(BACKUP), machine.at(BACKUP), { recursive: true })
    await redis.command('FLUSHALL')
    await machine.bring(SECOND_DAY, withOneChanged)
    await doIt(t, machine, drill('A new machine')(1) + drill('A new machine')(2))
    t.equal(readFileSync(machine.at('/etc/redis/redis.conf'), 'utf8'), settings)
    const here = [['redis-cli ', `redis-cli -p ${redis.port} `]] as const
    const restore = drill('A new machine')(3)
    await redis.command('CONFIG', 'SET', 'appendonly', 'no')
    t.equal(
      (await machine.run(restore, here)).code,
      1,
      'keys are not restored into a Redis that forgets them',
    )
    await redis.command('CONFIG', 'SET', 'appendonly', 'yes')
    t.match(await machine.run(restore, here), { code: 0, stdout: /^yes\n2 keys copied/ })
    t.match((await runProgram('gateway', ['keys', 'list', '--keys', `${redis.url}/0`])).stdout, id)
  },
)

t.test('the backup keeps what a machine has lost', async (t) => {
  const { machine, out } = await oneMachine(t)
  const keys = machine.at('/var/lib/offers/keys.ndjson')
  writeFileSync(machine.at('/etc/offers/gateway.env'), `OFFERS_KEYS=${keys}\n`)
  const { id } = await issueKey(keys)
  await doIt(t, machine, drill('What to back up')(0))
  const kept = readFileSync(machine.at(`${BACKUP}/memory.tar.gz`))
  rmSync(out, { recursive: true })
  rmSync(keys)
  await runProgram('gateway', ['keys', 'init', '--keys', keys])
  await doIt(t, machine, start('offers-backup'))
  t.same(readFileSync(machine.at(`${BACKUP}/memory.tar.gz`)), kept)
  t.match(readFileSync(machine.at(`${BACKUP}/keys.ndjson`), 'utf8'), id)
  writeFileSync(keys, '{"id":')
  writeFileSync(machine.at('/etc/offers/later.env'), '')
  const cut = await machine.run(start('offers-backup'))
  t.not(cut.code, 0, 'a store that cannot be read is a failed backup')
  t.match(cut.stderr, /keys\.ndjson:1/)
  const settings = await runToEnd('tar', ['-tzf', machine.at(`${BACKUP}/settings.tar.gz`)])
  t.match(settings.stdout, 'etc/offers/later.env', 'the settings are saved all the same')
})

t.test('a bad part never replaces a good one in the backup, and is reported', async (t) => {
  const { machine, out } = await oneMachine(t)
  const keys = machine.at('/var/lib/offers/keys.ndjson')
  writeFileSync(machine.at('/etc/offers/gateway.env'), `OFFERS_KEYS=${keys}\n`)
  await doIt(t, machine, drill('What to back up')(0))
  const metrics = () =>
    readFileSync(machine.at('/var/lib/prometheus/node-exporter/offers-backup.prom'), 'utf8')
  t.match(metrics(), /^offers_backup_success_timestamp_seconds \d+\noffers_backup_failed 0\n$/)
  const good = readFileSync(machine.at(`${BACKUP}/memory.tar.gz`))
  const memory = join(out, memoryPath((await current(out)).id))
  const wholeMemory = readFileSync(memory)
  for (const [file, damage, message] of [
    [memory, wholeMemory.subarray(0, 100), 'memory.gz: damaged'],
    [join(out, 'latest.json'), Buffer.alloc(0), 'latest.json: damaged'],
  ] as const) {
    const whole = readFileSync(file)
    writeFileSync(file, damage)
    writeFileSync(machine.at('/etc/offers/later.env'), message)
    const ended = await machine.run(start('offers-backup'))
    t.not(ended.code, 0)
    t.match(ended.stderr, message)
    t.match(ended.stderr, 'memory.tar.gz is invalid: the last valid copy is kept')
    t.match(metrics(), /success_timestamp_seconds \d+\noffers_backup_failed 1\n$/)
    t.same(readFileSync(machine.at(`${BACKUP}/memory.tar.gz`)), good)
    const settings = ['-xzOf', machine.at(`${BACKUP}/settings.tar.gz`), 'etc/offers/later.env']
    t.equal((await runToEnd('tar', settings)).stdout, message, 'the other parts are saved')
    writeFileSync(file, whole)
  }
  await doIt(t, machine, start('offers-backup'))
  t.match(metrics(), /failed 0\n$/)
})

t.test('the backup keeps seven days, each of which can be restored', async (t) => {
  const { machine, out } = await oneMachine(t)
  const days = () => readdirSync(machine.at(BACKUP)).filter((name) => name.startsWith('20'))
  const [today = ''] = days()
  for (let day = 10; day < 19; day++)
    cpSync(machine.at(`${BACKUP}/${today}`), machine.at(`${BACKUP}/2026-01-${day}`), { recursive: true })
  await doIt(t, machine, start('offers-backup'))
  t.equal(days().length, 7)
  t.ok(days().includes(today))

  for (const part of ['memory.tar.gz', 'settings.tar.gz']) writeFileSync(machine.at(`${BACKUP}/${part}`), '')
  rmSync(out, { recursive: true })
  await doIt(t, machine, drill('What to back up')(1).replaceAll('2026-11-21', '2026-01-18'))
  await doIt(t, machine, drill('A lost output folder')(0))
  t.match(await current(out), { asOf: SECOND_DAY, added: 0, changed: 1 })
})

t.test('the backup keeps the last good ones of a part that fails for weeks', async (t) => {
  const { machine, out } = await oneMachine(t)
  const days = (part: string) =>
    readdirSync(machine.at(BACKUP)).filter(
      (name) => name.startsWith('20') && readdirSync(machine.at(`${BACKUP}/${name}`)).includes(part),
    )
  const [today = ''] = days('memory.tar.gz')
  const day = (date: string) => machine.at(`${BACKUP}/${date}`)
  for (const date of ['2026-01-01', '2026-01-02']) cpSync(day(today), day(date), { recursive: true })
  // After these, the memory was never good.
  for (let date = 10; date < 20; date++) {
    cpSync(day(today), day(`2026-01-${date}`), { recursive: true })
    rmSync(`${day(`2026-01-${date}`)}/memory.tar.gz`)
  }
  rmSync(`${day(today)}/memory.tar.gz`)
  writeFileSync(join(out, 'latest.json'), '')
  t.not((await machine.run(start('offers-backup'))).code, 0)
  t.same(days('memory.tar.gz'), ['2026-01-01', '2026-01-02'])
  t.equal(days('settings.tar.gz').length, 7)
  t.notOk(readdirSync(machine.at(BACKUP)).includes('2026-01-10'), 'an empty folder goes')
})

t.test('the memory of one release in the backup is continued by its file', async (t) => {
  const { machine, out } = await oneMachine(t)
  const { id } = await current(out)
  rmSync(out, { recursive: true })
  const lines = drill('A lost output folder')(0)
  const [file = ''] = /--previous \S+memory\.gz/.exec(read(PAGE)) ?? []
  const byFile = lines.replace(/--previous [^"]+/, file.replace(/[0-9TZ]+-[0-9a-f]{12}/, id))
  await doIt(
    t,
    machine,
    byFile.replace(/^systemctl set-env/m, `: > var/lib/offers-build/restored/latest.json\n$&`),
  )
  t.match(await current(out), { asOf: SECOND_DAY, added: 0, changed: 1 })
})

t.test('the job begins without the output folder, and says that it is gone', async (t) => {
  // systemd.exec(5): without a dash a missing folder is 226/NAMESPACE, before any program runs.
  const units = ['offers-build', 'offers-daily'].map((unit) => read(`deploy/systemd/${unit}.service`))
  for (const paths of units.flatMap((unit) => settingsOf(unit, 'ReadWritePaths')))
    for (const path of paths.split(' ')) t.match(path, /^-\//)
  // Nothing but these folders can be written, and the drill above needs a job that makes the output folder again.
  t.match(settingsOf(units[0] ?? '', 'ReadWritePaths'), [new RegExp(`^-${dirname(OUT)} `)])
})

t.test('a lost output folder without a backup is built from the start', async (t) => {
  const { machine, out } = await oneMachine(t)
  rmSync(out, { recursive: true })
  await doIt(t, machine, drill('A lost output folder')(1))
  t.match(await current(out), { asOf: SECOND_DAY, added: 30, previous: null })
})

t.test('a lost memory is replaced by the backup, by the previous release, or by a new start', async (t) => {
  const { machine, out } = await oneMachine(t)
  await doIt(t, machine, start('offers-build'))
  const second = await current(out)
  await machine.bring(THIRD_DAY, offers)
  cpSync(out, machine.at('before'), { recursive: true })
  for (const [block, expected] of [
    [drill('A lost output folder')(0), {}],
    [drill('A lost memory')(0), { added: 0, previous: second.previous }],
    [drill('A lost memory')(1), { added: 30, previous: null }],
  ] as const) {
    rmSync(out, { recursive: true })
    cpSync(machine.at('before'), out, { recursive: true })
    rmSync(join(out, memoryPath((await current(out)).id)))
    const refused = await machine.run(start('offers-build'))
    t.match(refused, { code: 1, stderr: 'memory.gz: missing' })
    await doIt(t, machine, block)
    t.match(await current(out), { asOf: THIRD_DAY, added: 0, ...expected })
  }
})

t.test('lost keys come back from the backup', { skip: withoutRedis }, async (t) => {
  const { machine } = await oneMachine(t)
  const keys = machine.at('/var/lib/offers/keys.ndjson')
  const issue = ['keys', 'issue', '--name', 'Team', '--json', '--keys']
  const issued = JSON.parse((await runProgram('gateway', [...issue, keys])).stdout)
  await doIt(t, machine, drill('What to back up')(0))
  const list = async (store: string) =>
    (await runProgram('gateway', ['keys', 'list', '--keys', store])).stdout
  rmSync(keys)
  await doIt(t, machine, drill('Lost keys')(0))
  t.match(await list(keys), issued.id)

  const folder = machine.at('/var/lib/redis')
  mkdirSync(folder)
  const redis = await startRedis(t, folder)
  writeFileSync(machine.at('/etc/offers/gateway.env'), `OFFERS_KEYS=${redis.url}/0\n`)
  rmSync(machine.at(`${BACKUP}/keys.ndjson`))
  await runProgram('gateway', ['keys', 'copy', '--from', keys, '--to', `${redis.url}/0`])
  await doIt(t, machine, drill('What to back up')(0))
  await redis.command('FLUSHALL')
  t.notMatch(await list(`${redis.url}/0`), issued.id)
  t.match(await machine.run(drill('Lost keys')(1)), { code: 0, stderr: '' })
  t.match(await list(`${redis.url}/0`), issued.id)
})

t.test(
  'a lost bucket is filled from the folder of the builder, or from the backup',
  { skip: withoutMinisign },
  async (t) => {
    const { machine, bucket, out } = await builder(t)
    const lose = () => {
      rmSync(bucket, { recursive: true })
      mkdirSync(bucket)
    }
    lose()
    t.not((await machine.run(start('offers-daily'))).code, 0, 'nothing is published without FIRST=1')
    t.strictSame(readdirSync(bucket), [])
    await doIt(t, machine, drill('A lost bucket')(0))
    t.match(await current(bucket), { asOf: SECOND_DAY, added: 0, changed: 1 })
    t.match(await runProgram('build', ['verify', '--out', bucket]), { code: 0 })

    lose()
    rmSync(out, { recursive: true })
    await doIt(t, machine, drill('A lost bucket')(1))
    t.match(await current(bucket), { asOf: SECOND_DAY, added: 0, changed: 1 })
  },
)

for (const [title, asOf] of [
  ['an unchanged day', FIRST_DAY],
  ['a changed day', SECOND_DAY],
] as const) {
  t.test(
    `a memory that was lost in the bucket comes back with the next job: ${title}`,
    { skip: withoutMinisign },
    async (t) => {
      const { machine, bucket, out } = await builder(t)
      const { id } = await current(bucket)
      await machine.bring(asOf, asOf === FIRST_DAY ? offers : withOneChanged)
      const lost = [memoryPath(id), signaturePath(id)]
      for (const path of lost) rmSync(join(bucket, path))
      const ended = await machine.run(start('offers-daily'))
      t.equal(ended.code, 0, ended.stdout + ended.stderr)
      for (const path of lost) {
        t.match(ended.stderr, `${path} cannot be read at DESTINATION; taken from ${out}`)
        t.strictSame(readFileSync(join(bucket, path)), readFileSync(join(out, path)))
      }
      t.match(await current(bucket), asOf === FIRST_DAY ? { id } : { asOf, added: 0, changed: 1 })

      // The builder without its folder cannot know.
      rmSync(join(bucket, memoryPath((await current(bucket)).id)))
      rmSync(out, { recursive: true })
      const refused = await machine.run(start('offers-daily'))
      t.not(refused.code, 0)
      t.match(refused.stderr, 'memory.gz of ')
    },
  )
}

t.test(
  'a memory that is damaged in the bucket is uploaded again by hand',
  { skip: withoutMinisign },
  async (t) => {
    const { machine, bucket } = await builder(t)
    const { id } = await current(bucket)
    writeFileSync(join(bucket, memoryPath(id)), 'damaged')
    const refused = await machine.run(start('offers-daily'))
    t.equal(refused.code, 1)
    t.match(refused.stderr, 'memory.gz: damaged')
    const settings = blockOf(BUCKET_PAGE, 'sudo -u offers-build bash').split('\n')[1] ?? ''
    await doIt(t, machine, `${settings}; make daily-upload`)
    await doIt(t, machine, start('offers-daily'))
    t.match(await current(bucket), { asOf: SECOND_DAY, added: 0, changed: 1 })
  },
)

t.test('a bad release is rolled back, in a folder and in a bucket', { skip: withoutMinisign }, async (t) => {
  const { machine, out } = await oneMachine(t)
  const good = await current(out)
  await doIt(t, machine, start('offers-build'))
  await doIt(t, machine, drill('A bad release')(0))
  t.equal((await current(out)).id, good.id)

  const { machine: building, bucket } = await builder(t)
  const before = await current(bucket)
  await doIt(t, building, start('offers-daily'))
  t.not((await current(bucket)).id, before.id)
  const settings = blockOf(BUCKET_PAGE, 'sudo -u offers-build bash').split('\n')[1] ?? ''
  t.match(settings, 'bucket.env')
  await doIt(t, building, `${settings}; ${drill('A bad release')(1)}`)
  t.equal((await current(bucket)).id, before.id)
  const trusted = ['verify', '--out', bucket, '--trust', building.at('/etc/offers/offers.pub')]
  t.match(await runProgram('build', trusted), { code: 0 }, 'it is signed again')
})

const leaked = drill('A signing key that leaked')
const [SERVED, BUILT, NEW_PAIR, UNUSED, USED, START_OVER, LOOK, RESTART] = [0, 1, 2, 3, 4, 5, 6, 7] as const

/** An attacker with the key publishes in the bucket, with another memory. */
async function publishForeign(
  t: Test,
  { machine, bucket }: { machine: Machine; bucket: string },
): Promise<string> {
  const foreign = machine.at('foreign')
  await machine.bring('2026-09-01T18:00:00.000Z', records(30, { title: 'Send money to me' }))
  const run = [
    'run',
    '--source',
    machine.at('source'),
    '--out',
    foreign,
    '--sign',
    machine.at('/etc/offers/offers.key'),
  ]
  const ended = await runProgram('build', [...run, '--as-of', '2026-09-01T18:00:00.000Z'])
  t.equal(ended.code, 0, ended.stderr)
  cpSync(foreign, bucket, { recursive: true })
  await machine.bring(SECOND_DAY, withOneChanged)
  return (await current(foreign)).id
}

for (const [title, step] of [
  ['before anyone used it', UNUSED],
  ['after an attacker published with it: the folder of the builder is continued', USED],
  ['after an attacker published with it: without that folder the builder starts over', START_OVER],
] as const) {
  t.test(`a leaked signing key is replaced ${title}`, { skip: withoutMinisign }, async (t) => {
    const { machine, bucket } = await builder(t)
    const servers = await serveBucket(t, bucket, machine.at('/etc/offers/offers.pub'))
    const { id: ours } = await current(bucket)
    const foreign = step === UNUSED ? undefined : await publishForeign(t, { machine, bucket })
    const served = foreign ?? ours
    const serve = async (id: string) => (await servers.releasesServed()).every((release) => release === id)
    await until('gateways take it', () => serve(served))
    t.match(await servers.run(leaked(SERVED)), served)
    const built = await doIt(t, machine, leaked(BUILT))
    t.equal(built.includes(served), !foreign, 'the builder knows its own releases')

    await doIt(t, machine, leaked(NEW_PAIR))
    if (foreign) {
      const restored = await machine.run(start('offers-daily'))
      t.not(restored.code, 0, 'the foreign release is not continued')
      t.match(restored.stderr, `releases/${foreign}/release.json.minisig: made with key`)
    }
    await doIt(t, machine, leaked(step))
    const renewed = await current(bucket)
    const expected =
      step === START_OVER ? { added: 30, previous: null } : { added: 0, changed: 1, previous: ours }
    t.match(renewed, { asOf: SECOND_DAY, ...expected })
    t.ok(existsSync(join(bucket, signaturePath(renewed.id))))
    await until('gateways refuse it', () =>
      [...servers.gateways.values()].every(({ log }) => log().includes('release.json.minisig')),
    )
    t.ok(await serve(served), 'they keep serving what they have')
    cpSync(machine.at('/etc/offers/offers.pub'), servers.machine.at('offers.pub'))
    t.match(await servers.run(leaked(LOOK)), `release: ${renewed.id}, data of`)
    await servers.run(leaked(RESTART))
    t.ok(await serve(renewed.id))

    await machine.bring(THIRD_DAY, offers)
    await doIt(t, machine, `systemctl set-environment OFFERS_GRACE=0\n${start('offers-daily')}`)
    t.match(await current(bucket), { asOf: THIRD_DAY, added: 0 }, 'the next day needs nothing special')
    if (foreign) t.notOk(existsSync(join(bucket, 'releases', foreign)), 'it removes the foreign release')
  })
}
