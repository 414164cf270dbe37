// A worker thread that ends or fails rejects all pending units.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { LineStore } from '../../../build/day/line-store.ts'
import type { RenderJob, WorkUnit } from '../../../build/render/render-unit.ts'
import { startRenderThread } from '../../../build/render/render-worker.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { CATALOGUE } from '../support/source.ts'

t.setTimeout(SHORT_MS)

function createJob(t: Test): RenderJob {
  const lines = new LineStore()
  lines.append(Buffer.from('{}'))
  return { root: t.testdir({}), edition: CATALOGUE, lines: lines.share() }
}

const nothing: WorkUnit = { kind: 'answers', recipes: [] }

t.test('a thread that is closed fails all pending units, and later ones', async (t) => {
  const thread = startRenderThread()
  thread.ask({ job: createJob(t) }).catch(() => {})
  const waiting = [1, 2, 3].map(() => thread.ask({ unit: nothing }))
  const settled = Promise.allSettled(waiting)
  await thread.close()
  const early = /the worker thread was closed/
  for (const each of await settled) t.match(each, { status: 'rejected', reason: { message: early } })
  await t.rejects(thread.ask({ unit: nothing }), { message: early })
})

t.test(
  'a system error without a path is reported with the folder',
  { skip: existsSync('/dev/full') ? false : 'needs a device that is always full' },
  async (t) => {
    const job = createJob(t)
    const thread = startRenderThread()
    thread.ask({ job }).catch(() => {})
    const state: WorkUnit = {
      kind: 'memory',
      path: '/dev/full',
      offers: [{ line: 0, withdrawnOn: null, keptSince: null }],
    }
    await t.rejects(thread.ask({ unit: state }), {
      code: 'system',
      message: `${job.root}: no space left on the device`,
    })
    await t.rejects(thread.ask({ unit: { ...state, path: join(job.root, 'no', 'such') } }), {
      message: `${join(job.root, 'no', 'such')}: there is no such file or folder`,
    })
    await thread.close()
  },
)
