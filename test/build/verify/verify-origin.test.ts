// `verify --origin`: a release is read as a gateway reads it, and missing, damaged and unanswered files are named.

import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { manifestPath, memoryPath, routesPath } from '../../../contract/release/layout.ts'
import { type FakeOrigin, fakeOrigin } from '../../gateway/origin/fake-origin.ts'
import { servedAt } from '../../helpers/listening.ts'
import { putSignature, signingKeys } from '../../helpers/signing-keys.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { prepareDays } from '../support/days.ts'
import { offersBuild } from '../support/program.ts'

t.setTimeout(BUSY_MS)

const days = prepareDays(t, 2)

async function published(t: Test) {
  const { out, ids } = days(t, 2)
  const origin = await fakeOrigin(t, out)
  const verify = (...more: string[]) => offersBuild(['verify', '--origin', origin.url.href, ...more])
  return { out, origin, verify, first: ids[0] ?? '', id: ids[1] ?? '' }
}

const objectsSeen = ({ seen }: FakeOrigin) => seen.filter(({ path }) => path.startsWith('objects/'))

t.test('all objects of the current release and its memory are read once', async (t) => {
  const { origin, verify, id } = await published(t)
  const { code, stdout, stderr } = await verify('--json')
  t.equal(code, 0, stderr)
  const { release, objects, objects_read: read } = JSON.parse(stdout)
  t.strictSame([release, read], [id, objects])
  const paths = objectsSeen(origin).map(({ path }) => path)
  t.equal(paths.length, objects)
  t.equal(new Set(paths).size, objects)
  t.ok(origin.seen.some(({ path }) => path === memoryPath(id)))
  t.match(await verify(), { code: 0, stdout: `${id} is right at ${origin.url.href}: read ` })
})

t.test('a sample is spread over all objects, and is never larger than asked', async (t) => {
  const { origin, verify } = await published(t)
  for (const size of [1, 7]) {
    origin.seen.length = 0
    const { code, stdout } = await verify('--sample', String(size), '--json')
    t.equal(code, 0)
    t.equal(JSON.parse(stdout).objects_read, size)
    t.equal(new Set(objectsSeen(origin).map(({ path }) => path)).size, size)
  }
  const { objects, objects_read: read } = JSON.parse((await verify('--sample', '1000000', '--json')).stdout)
  t.equal(read, objects)
})

t.test('an older release is checked by its name', async (t) => {
  const { verify, first } = await published(t)
  t.match(await verify('--release', first), { code: 0, stdout: first })
  t.match(await verify('--release', 'yesterday'), { code: 2, stderr: '--release: not a release id' })
})

t.test('every missing, damaged or unanswered object is named', async (t) => {
  const { out, ids } = days(t, 1)
  const origin = await fakeOrigin(t, out)
  const objects = readdirSync(join(out, 'objects'), { recursive: true, encoding: 'utf8' })
  const [gone = '', foul = '', refused = ''] = objects.filter((path) => path.endsWith('.gz'))
  origin.faults.set(gone, (res) => res.writeHead(404).end())
  origin.faults.set(foul, (res, file) => res.writeHead(200).end(file.subarray(0, -3)))
  origin.faults.set(refused, (res) => res.writeHead(403).end())
  const { code, stderr } = await offersBuild(['verify', '--origin', origin.url.href])
  t.equal(code, 1)
  const lines = stderr.split('\n')
  t.equal(lines[0], `offers-build: verification of ${ids[0]} failed`)
  for (const text of [
    `objects/${gone}: missing`,
    `objects/${foul}: damaged`,
    `objects/${refused}: answered with status 403`,
  ])
    t.equal(lines.filter((line) => line.includes(text)).length, 1, text)
})

t.test('pointer, manifest, table and memory must be there and right', async (t) => {
  for (const [pathOf, code] of [
    [manifestPath, 'bad-release'],
    [routesPath, 'bad-release'],
    [memoryPath, 'bad-release'],
    [() => 'latest.json', 'no-release'],
  ] as const) {
    const { origin, verify, id } = await published(t)
    origin.faults.set(pathOf(id), (res) => res.writeHead(404).end())
    const missing = await verify('--json')
    t.equal(missing.code, 1)
    t.equal(JSON.parse(missing.stdout).failure.code, code, pathOf(id))
    origin.faults.set(pathOf(id), (res, file) => res.writeHead(200).end(`${file}`.replace('2', '3')))
    t.equal((await verify()).code, 1, `${pathOf(id)} damaged`)
  }
})

t.test('with --trust a trusted key must have signed it', async (t) => {
  const { out, verify, id } = await published(t)
  const [ours, theirs] = [signingKeys(), signingKeys()]
  t.match(await verify('--trust', ours.text), { code: 1, stderr: 'release.json.minisig: missing' })
  putSignature(out, id, ours, '2026-03-01T10:00:00Z')
  t.match(await verify('--trust', ours.text), { code: 0 })
  t.match(await verify('--trust', theirs.text), { code: 1, stderr: 'made with key' })
})

t.test('if an origin stops answering, the rest is not requested', async (t) => {
  const { out } = await published(t)
  let asked = 0
  const server = createServer((req, res) => {
    const path = (req.url ?? '').slice(1)
    if (!path.startsWith('objects/')) {
      res.end(readFileSync(join(out, path)))
      return
    }
    asked += 1
    res.destroy()
  })
  const ended = await offersBuild(['verify', '--origin', await servedAt(t, server)])
  t.equal(ended.code, 1)
  t.match(ended.stderr, 'cannot read ')
  t.ok(asked <= 20 + 16, `${asked}`)
})

t.test('verify takes a folder or an origin, and --sample only with an origin', async (t) => {
  for (const words of [[], ['--out', 'a', '--origin', 'http://b/'], ['--out', 'a', '--sample', '3']])
    t.match(await offersBuild(['verify', ...words]), {
      code: 2,
      stderr: 'expected either --out DIR, or --origin URL',
    })
  t.match(await offersBuild(['verify', '--origin', 'ftp://b/']), {
    code: 2,
    stderr: '--origin: expected http',
  })
})
