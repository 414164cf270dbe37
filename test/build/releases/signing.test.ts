// Signed releases: built, verified, rolled back to, continued. test/lib/minisign has the format of minisign.

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { manifestPath, memoryPath, signaturePath, tablePath } from '../../../contract/release/layout.ts'
import { claimedTime } from '../../../contract/release/signature.ts'
import { signingKeys } from '../../helpers/signing-keys.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { NOW, offersBuild } from '../support/program.ts'
import { readPublished } from '../support/published.ts'
import { ONE_LIST, records, writeSource } from '../support/source.ts'

t.setTimeout(BUSY_MS)

/** A folder to build in, and the files of two pairs of keys. */
function workshop(t: Test) {
  const [ours, theirs] = [signingKeys(), signingKeys()]
  const root = t.testdir({
    'ours.key': ours.files.secretKey,
    'ours.pub': ours.files.publicKey,
    'theirs.key': theirs.files.secretKey,
    'theirs.pub': theirs.files.publicKey,
  })
  const at = (name: string) => join(root, name)
  const out = at('out')
  const sign = ['--sign', at('ours.key')]
  const trust = ['--trust', at('ours.pub')]
  /** Builds the release of a day of March. */
  const run = (day: number, more: readonly string[] = sign, now = NOW) => {
    const source = writeSource(at('source'), { offers: records(4, ONE_LIST, day) })
    const words = ['run', '--source', source, '--out', out, '--threads', '0']
    return offersBuild([...words, '--as-of', `2026-03-0${day}T10:00:00Z`, ...more], now)
  }
  const verify = (...more: string[]) => offersBuild(['verify', '--out', out, ...more])
  const rollback = (...more: string[]) => offersBuild(['rollback', '--out', out, ...more])
  const current = async () => (await readPublished(out)).manifest.id
  const signedAt = (id: string) => claimedTime(readFileSync(join(out, signaturePath(id))))
  return { ours, theirs, at, out, sign, trust, run, verify, rollback, current, signedAt }
}

t.test('a build signs its release, and verify checks the key', async (t) => {
  const { run, verify, trust, at, current, signedAt, ours } = workshop(t)
  t.match(await run(1), { code: 0, stdout: /Published/ })
  t.equal(signedAt(await current()), NOW / 1000)
  t.match(await verify(...trust), { code: 0, stdout: /is whole/ })
  t.match(await verify('--trust', at('theirs.pub'), '--trust', ours.text), { code: 0 }, 'one of several')
  t.match(await verify('--trust', at('theirs.pub')), { code: 1, stderr: /made with key .*, expected / })
  t.match(await verify(), { code: 0 }, 'without --trust it passes, too')
})

t.test('without --sign nothing is signed, and verify with --trust reports it', async (t) => {
  const { run, verify, trust, out, current } = workshop(t)
  t.match(await run(1, []), { code: 0 })
  t.notOk(existsSync(join(out, signaturePath(await current()))))
  t.match(await verify(...trust), {
    code: 1,
    stderr: /release\.json\.minisig: missing; expected a signature/,
  })
})

t.test('a key that cannot be read ends a build before it begins', async (t) => {
  const { run, at, out } = workshop(t)
  const wrong: [string[], RegExp][] = [
    [['--sign', at('missing')], /--sign: .*ENOENT/],
    [['--sign', at('ours.pub')], /--sign: .*secret key: expected/],
    [['--trust', 'nonsense'], /--trust: nonsense: /],
  ]
  for (const [words, stderr] of wrong) t.match(await run(1, words), { code: 2, stderr })
  t.notOk(existsSync(out))
})

t.test('one flipped bit of signature, manifest, table or object is found', async (t) => {
  const { run, verify, trust, out, current } = workshop(t)
  await run(1)
  const id = await current()
  const folder = readdirSync(join(out, 'objects')).find((each) => readdirSync(join(out, 'objects', each))[0])
  const [object = ''] = readdirSync(join(out, 'objects', folder ?? ''))
  for (const path of [signaturePath(id), manifestPath(id), tablePath(id), `objects/${folder}/${object}`]) {
    const good = readFileSync(join(out, path))
    const bad = Buffer.from(good)
    const middle = bad.length >> 1
    bad.writeUInt8(bad.readUInt8(middle) ^ 1, middle)
    writeFileSync(join(out, path), bad)
    t.match(await verify(...trust), { code: 1 }, path)
    writeFileSync(join(out, path), good)
  }
  t.match(await verify(...trust), { code: 0 })
})

t.test('a signature is later than the one before, even if the clock is not', async (t) => {
  const { run, current, signedAt } = workshop(t)
  await run(1)
  await run(2, undefined, NOW - 3_600_000)
  t.equal(signedAt(await current()), NOW / 1000 + 1)
})

t.test('an unchanged source is left alone if it is signed, and built again if it is not', async (t) => {
  const { run, verify, trust, at, current, signedAt } = workshop(t)
  await run(1, [])
  t.match(await run(1), { code: 0, stdout: /Published/ }, 'signing begins')
  t.match(await verify(...trust), { code: 0 })
  const first = signedAt(await current())
  t.match(await run(1, undefined, NOW + 60_000), { code: 0, stdout: /Nothing to do/ })
  t.equal(signedAt(await current()), first)
  await run(1, ['--sign', at('theirs.key')], NOW + 60_000)
  t.match(await verify('--trust', at('theirs.pub')), { code: 0 }, 'the key has changed')
})

t.test('a release that was tampered with is not signed, but built again', async (t) => {
  const { run, verify, trust, out, current } = workshop(t)
  await run(1, [])
  const id = await current()
  const table = join(out, tablePath(id))
  const bytes = readFileSync(table)
  writeFileSync(table, Buffer.alloc(bytes.length))
  t.match(await run(1), { code: 0 })
  t.ok(readFileSync(table).equals(bytes))
  t.match(await verify(...trust), { code: 0 })
})

t.test('a rollback signs its release again', async (t) => {
  const { run, verify, rollback, sign, trust, current, signedAt } = workshop(t)
  await run(1)
  const first = await current()
  await run(2, undefined, NOW + 60_000)
  const second = await current()
  t.match(await rollback(), {
    code: 1,
    stderr: /is signed, and gateways accept only a later signature; roll back with --sign/,
  })
  t.equal(await current(), second)
  const { code, stderr } = await rollback(...sign)
  t.equal(code, 0)
  t.notMatch(stderr, 'is not signed')
  t.equal(await current(), first)
  t.equal(signedAt(first), NOW / 1000 + 61, 'later than that of the replaced release')
  t.match(await verify(...trust), { code: 0 })
  t.match(await rollback('--to', first, ...sign), { code: 0 }, 'it is current already')
  t.equal(signedAt(first), NOW / 1000 + 62)
})

t.test('without a pointer a release is signed later than any that gateways may hold', async (t) => {
  const { run, rollback, sign, out, current, signedAt } = workshop(t)
  await run(1)
  const first = await current()
  await run(2, undefined, NOW + 60_000)
  rmSync(join(out, 'latest.json'))
  t.match(await rollback('--to', first), { code: 1, stderr: /is signed, .* roll back with --sign/ })
  t.match(await rollback('--to', first, ...sign), { code: 0 })
  t.equal(signedAt(first), NOW / 1000 + 61)
})

t.test('with a damaged pointer, a rollback still has to sign if any release is signed', async (t) => {
  const { run, rollback, sign, out, current, signedAt } = workshop(t)
  await run(1, [])
  const unsigned = await current()
  await run(2)
  const second = await current()
  writeFileSync(join(out, 'latest.json'), '{"rel')
  t.match(await rollback('--to', unsigned), {
    code: 1,
    stderr: `${second} is signed, and gateways accept only`,
  })
  t.match(await rollback('--to', unsigned, ...sign), { code: 1, stderr: /minisig: missing/ })
  t.match(await rollback('--to', second, ...sign), { code: 0 })
  t.equal(await current(), second)
  t.equal(signedAt(second), NOW / 1000 + 1)
})

t.test('a rollback signs only a release that a trusted key signed before', async (t) => {
  const { run, rollback, sign, at, out, theirs, current } = workshop(t)
  await run(1, ['--sign', at('theirs.key')])
  const first = await current()
  await run(2)
  t.match(await rollback(...sign), { code: 1, stderr: /made with key/ })
  t.match(await rollback(...sign, '--trust', theirs.text), { code: 0 }, 'the key was rotated')
  await run(3)
  const third = await current()
  rmSync(join(out, signaturePath(first)))
  t.match(await rollback('--to', first, ...sign), { code: 1, stderr: /minisig: missing/ })
  t.equal(await current(), third)
})

t.test('a build with --trust continues only a signed release', async (t) => {
  const { run, trust, at, out, sign, current } = workshop(t)
  await run(1)
  const id = await current()
  const previous = at('previous')
  mkdirSync(join(previous, 'releases', id), { recursive: true })
  const parts = ['latest.json', manifestPath(id), signaturePath(id), memoryPath(id)]
  for (const path of parts) cpSync(join(out, path), join(previous, path))
  rmSync(out, { recursive: true })
  const continuing = (...more: string[]) => run(2, [...sign, ...trust, ...more])

  t.match(await continuing('--previous', join(previous, memoryPath(id))), {
    code: 1,
    stderr: /a memory file alone is not signed; use the folder/,
  })
  const memory = join(previous, memoryPath(id))
  const good = readFileSync(memory)
  writeFileSync(memory, Buffer.concat([good, Buffer.alloc(1)]))
  t.match(await continuing('--previous', previous), { code: 1, stderr: /memory\.gz: damaged/ })
  writeFileSync(memory, good)
  const signature = readFileSync(join(previous, signaturePath(id)))
  rmSync(join(previous, signaturePath(id)))
  t.match(await continuing('--previous', previous), { code: 1, stderr: /minisig: missing/ })
  writeFileSync(join(previous, signaturePath(id)), signature)
  t.match(await continuing('--previous', previous), { code: 0 })
  t.equal((await readPublished(out)).manifest.previous, id)
  t.match(
    await run(3, [...sign, '--trust', at('theirs.pub')]),
    { code: 1, stderr: /made with key/ },
    'of the folder itself',
  )
})

t.test('keygen makes keys that sign and verify, and replaces none', async (t) => {
  const { run, verify, at } = workshop(t)
  const files = ['--secret-key', at('new.key'), '--public-key', at('new.pub')]
  const made = await offersBuild(['keygen', ...files])
  t.equal(made.code, 0, made.stderr)
  const [, id = '', publicKey = ''] =
    /^key ([1-9A-F][0-9A-F]{0,15})\n.* --trust (\S+)\)\n$/s.exec(made.stdout) ?? []
  t.match(readFileSync(at('new.pub'), 'utf8'), id)
  t.equal(statSync(at('new.key')).mode & 0o777, 0o600)
  await run(1, ['--sign', at('new.key')])
  t.match(await verify('--trust', publicKey), { code: 0 })
  const before = readFileSync(at('new.key'), 'utf8')
  t.match(await offersBuild(['keygen', ...files]), {
    code: 2,
    stderr: /exists and is not replaced, because its key would be lost/,
  })
  t.equal(readFileSync(at('new.key'), 'utf8'), before)
  t.notMatch(made.stdout, before.split('\n')[1] ?? '', 'the secret key is not printed')
})

t.test('keygen with one file for both keys makes none', async (t) => {
  const { at } = workshop(t)
  const files = ['--secret-key', at('same'), '--public-key', join(at('nowhere'), '..', 'same')]
  t.match(await offersBuild(['keygen', ...files]), { code: 2, stderr: 'expected two files' })
  t.notOk(existsSync(at('same')))
})
