// Units of work, by any number of threads.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { LineStore } from '../../../build/day/line-store.ts'
import type { StoredBody } from '../../../build/day/release-draft.ts'
import type { RenderJob, WorkUnit } from '../../../build/render/render-unit.ts'
import { WorkerPool } from '../../../build/render/worker-pool.ts'
import { detailBody, editionIn, listBody, snapshotLine } from '../../../contract/api/responses.ts'
import { CURRENT_VERSION } from '../../../contract/api/versions.ts'
import { objectPath } from '../../../contract/release/layout.ts'
import { ReleaseWriter } from '../../../contract/release/writer.ts'
import { sha256 } from '../../../lib/digest.ts'
import { MINUTE_MS } from '../../helpers/slow-suite.ts'
import { CATALOGUE } from '../support/source.ts'

t.setTimeout(MINUTE_MS)

const LINES = ['{"id":"off_a"}', '{"id":"off_b"}', '{"id":"off_c"}'].map((line) => Buffer.from(line))

const EDITION = editionIn(CURRENT_VERSION, CATALOGUE)

function createJob(t: Test): RenderJob {
  const root = t.testdir({})
  new ReleaseWriter(root).prepare()
  const lines = new LineStore()
  for (const line of LINES) lines.append(line)
  return { root, edition: CATALOGUE, lines: lines.share() }
}

const details: WorkUnit[] = Array.from({ length: 40 }, (_, n) => ({
  kind: 'details',
  version: 'beta',
  lines: [n % 3, (n + 1) % 3],
}))

async function renderAll(threads: number, job: RenderJob, units: Iterable<WorkUnit>) {
  const pool = new WorkerPool(threads)
  try {
    pool.start(job)
    return await pool.renderAll(units)
  } finally {
    await pool.close()
  }
}

/** More than other threads render while a busy machine leaves one waiting. */
const MANY = 1_000_000

for (const threads of [0, 1, 3]) {
  t.test(`${threads} threads: bodies are returned in the order of the units`, async (t) => {
    const job = createJob(t)
    const bodies = await renderAll(threads, job, details)
    const expected = details.flatMap((unit) => ('lines' in unit ? unit.lines : []))
    t.same(
      bodies.map(({ digest }) => digest),
      expected.map((line) => sha256(detailBody(LINES[line] ?? Buffer.alloc(0), EDITION))),
    )
  })

  t.test(`${threads} threads: a failure in one ends all, with an error for operators`, async (t) => {
    const job = createJob(t)
    let handedOut = 0
    function* units(): Generator<WorkUnit> {
      for (; handedOut < MANY; handedOut++) {
        const isBad = handedOut === 5
        yield isBad
          ? { kind: 'memory', path: join(job.root, 'no', 'such'), offers: [] }
          : { kind: 'details', version: 'beta', lines: [0] }
      }
    }
    await t.rejects(renderAll(threads, job, units()), { message: /no such file/ })
    t.ok(handedOut < MANY, 'later units are not started')
  })
}

for (const threads of [0, 2]) {
  t.test(`${threads} threads: units can be added while others are rendered`, async (t) => {
    const pool = new WorkerPool(threads)
    t.teardown(() => pool.close())
    pool.start(createJob(t))
    const [first, second] = await Promise.all([
      pool.renderAll(details),
      pool.renderAll([{ kind: 'details', version: 'beta', lines: [2] }]),
    ])
    t.equal(first.length, 2 * details.length)
    t.same(
      second.map(({ digest }) => digest),
      [sha256(detailBody(LINES[2] ?? Buffer.alloc(0), EDITION))],
    )
  })
}

t.test('a unit that names a missing line is an error', async (t) => {
  await t.rejects(
    renderAll(0, createJob(t), [{ kind: 'details', version: 'beta', lines: [7] }]),
    /there is no line 7/,
  )
})

t.test('units of all kinds are rendered', async (t) => {
  const job = createJob(t)
  const path = join(job.root, 'memory')
  const page = { lines: [0, 2], total: 7, limit: 2, offset: 4, ofChanges: false }
  const bodies = await renderAll(0, job, [
    {
      kind: 'memory',
      path,
      offers: [
        { line: 1, withdrawnOn: null, keptSince: null },
        { line: 0, withdrawnOn: '2026-02-01', keptSince: '2026-01-25' },
      ],
    },
    { kind: 'snapshot', lines: [2, 0] },
    { kind: 'pages', version: 'beta', pages: [page] },
    { kind: 'details', version: 'beta', lines: [1] },
    { kind: 'bodies', bodies: [Buffer.from('as it is')] },
  ])
  const onDisk = ({ digest }: StoredBody, storage: 'gzip' | 'identity') =>
    readFileSync(join(job.root, objectPath(digest, storage)))
  const [snapshot, list, detail, other] = bodies
  if (!snapshot || !list || !detail || !other) throw new Error('a body for each, but for the state')
  const [a, b, c] = LINES.map((line) => line)
  if (!a || !b || !c) throw new Error('three lines')
  t.equal(
    gunzipSync(readFileSync(path)).toString(),
    `{"left":null,"offer":${b}}\n{"left":"2026-02-01","kept":"2026-01-25","offer":${a}}\n`,
  )
  const file = onDisk(snapshot, 'identity')
  t.same(gunzipSync(file), Buffer.concat([snapshotLine(c, CATALOGUE), snapshotLine(a, CATALOGUE)]))
  t.same([snapshot.digest, snapshot.size, snapshot.storedBytes], [sha256(file), file.length, file.length])
  const listed = listBody([a, c], EDITION, { count: 2, total: 7, limit: 2, offset: 4 })
  t.same(gunzipSync(onDisk(list, 'gzip')), listed)
  t.same(
    [list.digest, list.size, list.storedBytes],
    [sha256(listed), listed.length, onDisk(list, 'gzip').length],
  )
  t.same(gunzipSync(onDisk(detail, 'gzip')), detailBody(b, EDITION))
  t.same(gunzipSync(onDisk(other, 'gzip')).toString(), 'as it is')
  t.notOk(existsSync(join(job.root, '.staging', '1')))
})
