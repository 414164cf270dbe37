// A worker thread is this very file started once more: as it is when run from source, and as the whole program
// when bundled into one file, whose other parts then find that they are not in the main thread and rest.

import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { OperatorError } from '../../contract/lib/errors.ts'
import { explainError } from '../cli/explain-error.ts'
import type { Assignment } from './render-plan.ts'
import { type Made, work } from './render-unit.ts'

/** How a thread ends: with what it made, or with why it could not. Errors lose their class on the way. */
type Report = { made: Made } | { trouble: Pick<OperatorError, 'code' | 'message'> }

const ROLE = 'render'

interface ThreadData {
  role: typeof ROLE
  assignment: Assignment
}

if (!isMainThread && workerData?.role === ROLE) {
  const { assignment }: ThreadData = workerData
  parentPort?.postMessage(report(assignment))
}

function report(assignment: Assignment): Report {
  try {
    return { made: work(assignment) }
  } catch (error) {
    const { code, message } = explainError(error, assignment.root)
    return { trouble: { code, message } }
  }
}

/**
 * Starts a thread that works until no task is left.
 * @throws {OperatorError} `system` as a rule: what went wrong there
 */
export function startThread(assignment: Assignment): Promise<Made> {
  const data: ThreadData = { role: ROLE, assignment }
  const thread = new Worker(new URL(import.meta.url), { workerData: data })
  return new Promise((resolve, reject) => {
    thread.once('message', (message: Report) => {
      if ('made' in message) resolve(message.made)
      else reject(new OperatorError(message.trouble.code, message.trouble.message))
    })
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`a worker thread ended early with code ${code}`)))
  })
}
