// A worker thread that renders. It loads this file as well, and answers requests; elsewhere `answerRequests` does nothing.

import { explainError } from '../../lib/errors.ts'
import { AnsweringThread, answerRequests } from '../../lib/threads/answering-thread.ts'
import type { StoredBody } from '../day/release-draft.ts'
import { createRenderUnit, type RenderJob, type WorkUnit, withoutJob } from './render-unit.ts'

/** The job comes once, before the units. */
type RenderRequest = { job: RenderJob } | { unit: WorkUnit }

const ROLE = 'render'

let root = ''
let renderUnit = withoutJob

answerRequests(ROLE, (request: RenderRequest): StoredBody[] => {
  if ('job' in request) {
    root = request.job.root
    renderUnit = createRenderUnit(request.job)
    return []
  }
  try {
    return renderUnit(request.unit)
  } catch (error) {
    throw explainError(error, root)
  }
})

// fflate allocates some 300 kB of tables for each body. By default they pile up until V8 collects the whole heap:
// 160 times in a build of 10 000 offers, a tenth of its processor time. A small young generation frees them sooner.
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 2 }

/** Takes the job, then units, and answers in their order. */
export type RenderThread = AnsweringThread<RenderRequest, StoredBody[]>

export function startRenderThread(): RenderThread {
  return new AnsweringThread(import.meta.url, ROLE, RESOURCE_LIMITS)
}
