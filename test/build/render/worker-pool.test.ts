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
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { CATALOGUE } from '../support/source.ts'

t.setTimeout(SHORT_MS)

const LINES = ['{"id":"off_a"}', '{"id":"off_b"}', '{"id":"off_c"}'].map((line) => Buffer.from(line))

const EDITION = editionIn(CURRENT_VERSION, CATALOGUE)

function createJob(t: Test): RenderJob {
  const root = t.testdir({})
  new ReleaseWriter(root).prepare()
  const lines = new LineStore()
  for (const line of LINES) lines.append(line)
  return { root, edition: CATALOGUE, lines: lines.share() }
}

const detailsOf = (...lines: number[]): WorkUnit => ({
  kind: 'answers',
  recipes: lines.map((line) => ({ kind: 'detail', version: 'beta', line })),
})

/** The numbers of two lines each. */
const TASKS = Array.from({ length: 40 }, (_, n) => [n % 3, (n + 1) % 3])
const tasks = TASKS.map((lines) => ({ lines, unit: detailsOf(...lines) }))

const digestOf = (line: number) => sha256(detailBody(LINES[line] ?? Buffer.alloc(0), EDITION))

/** Returns the bodies of each unit. */
async function renderAll(job: RenderJob, units: Iterable<WorkUnit>) {
  const pool = new WorkerPool(0)
  const rendered = new Map<WorkUnit, readonly StoredBody[]>()
  function* tasksOf() {
    for (const unit of units) yield { unit }
  }
  try {
    pool.start(job)
    await pool.renderAll(tasksOf(), ({ unit }, bodies) => rendered.set(unit, bodies))
    return rendered
  } finally {
    await pool.close()
  }
}

/** More than other threads render while a busy machine leaves one waiting. */
const MANY = 1_000_000

for (const threads of [0, 1, 2]) {
  t.test(`${threads} threads`, async (t) => {
    // Threads take longer to start than all units take to render, so these tests share them.
    const pool = new WorkerPool(threads)
    t.teardown(() => pool.close())
    const job = createJob(t)
    pool.start(job)

    await t.test('each task gets the bodies of its unit, in order, once', async (t) => {
      const left = new Set(tasks)
      await pool.renderAll(tasks, (task, bodies) => {
        t.ok(left.delete(task))
        t.same(
          bodies.map(({ digest }) => digest),
          task.lines.map(digestOf),
        )
      })
      t.equal(left.size, 0)
    })

    await t.test('units can be added while others are rendered', async (t) => {
      const rendered: string[][] = [[], []]
      const collectIn = (of: number) => (_: unknown, bodies: readonly StoredBody[]) =>
        rendered[of]?.push(...bodies.map(({ digest }) => digest))
      await Promise.all([
        pool.renderAll(tasks, collectIn(0)),
        pool.renderAll([{ unit: detailsOf(2) }], collectIn(1)),
      ])
      t.equal(rendered[0]?.length, 2 * tasks.length)
      t.same(rendered[1], [digestOf(2)])
    })

    await t.test('a failure in one ends all, with an error for operators', async (t) => {
      let handedOut = 0
      function* units(): Generator<{ unit: WorkUnit }> {
        for (; handedOut < MANY; handedOut++) {
          const isBad = handedOut === 5
          const bad: WorkUnit = { kind: 'memory', path: join(job.root, 'no', 'such'), offers: [] }
          yield { unit: isBad ? bad : detailsOf(0) }
        }
      }
      await t.rejects(
        pool.renderAll(units(), () => {}),
        { message: /no such file/ },
      )
      t.ok(handedOut < MANY, 'later units are not started')
    })
  })
}

t.test('a unit that names a missing line is an error', async (t) => {
  await t.rejects(renderAll(createJob(t), [detailsOf(7)]), /there is no line 7/)
})

t.test('units of all kinds are rendered', async (t) => {
  const job = createJob(t)
  const path = join(job.root, 'memory')
  const window = { total: 7, limit: 2, offset: 4 }
  const rendered = await renderAll(job, [
    {
      kind: 'memory',
      path,
      offers: [
        { line: 1, withdrawnOn: null, keptSince: null },
        { line: 0, withdrawnOn: '2026-02-01', keptSince: '2026-01-25' },
      ],
    },
    { kind: 'snapshot', lines: [2, 0] },
    {
      kind: 'answers',
      recipes: [
        { kind: 'page', version: 'beta', lines: [0, 2], ...window, ofChanges: false },
        { kind: 'page', version: 'beta', lines: [0, 2], ...window, ofChanges: true },
        { kind: 'detail', version: 'beta', line: 1 },
        { kind: 'finished', body: Buffer.from('as it is') },
      ],
    },
  ])
  const onDisk = ({ digest }: StoredBody, storage: 'gzip' | 'identity') =>
    readFileSync(join(job.root, objectPath(digest, storage)))
  const [snapshot, list, changes, detail, other] = [...rendered.values()].flat()
  if (!snapshot || !list || !changes || !detail || !other)
    throw new Error('a body for each, but for the state')
  const [a, b, c] = LINES.map((line) => line)
  if (!a || !b || !c) throw new Error('three lines')
  t.equal(
    gunzipSync(readFileSync(path)).toString(),
    `{"left":null,"offer":${b}}\n{"left":"2026-02-01","kept":"2026-01-25","offer":${a}}\n`,
  )
  const file = onDisk(snapshot, 'identity')
  t.same(gunzipSync(file), Buffer.concat([snapshotLine(c, CATALOGUE), snapshotLine(a, CATALOGUE)]))
  t.same([snapshot.digest, snapshot.size, snapshot.storedBytes], [sha256(file), file.length, file.length])
  const listed = listBody([a, c], EDITION, { count: 2, ...window })
  t.same(gunzipSync(onDisk(list, 'gzip')), listed)
  t.same(gunzipSync(onDisk(changes, 'gzip')), listBody([a, c], EDITION, { count: 2, ...window, since: null }))
  t.same(
    [list.digest, list.size, list.storedBytes],
    [sha256(listed), listed.length, onDisk(list, 'gzip').length],
  )
  t.same(gunzipSync(onDisk(detail, 'gzip')), detailBody(b, EDITION))
  t.same(gunzipSync(onDisk(other, 'gzip')).toString(), 'as it is')
  t.notOk(existsSync(join(job.root, '.staging', '1')))
})
