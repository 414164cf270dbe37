// Step: plans all answers but the snapshots, in one list.

import { targetsIn } from '../../../contract/api/request-target.ts'
import { DOCUMENT_NAMES } from '../../../contract/api/resources.ts'
import { versionNamed } from '../../../contract/api/versions.ts'
import type { PlannedAnswer } from '../../day/planned-answer.ts'
import type { AnswerPlan, PlannedRelease } from '../../day/release-draft.ts'
import { planPages } from './plan-pages.ts'

/** What the answers are made from. */
export type Answerable = Pick<PlannedRelease, 'home' | 'documents' | 'listed' | 'readable' | 'byChange'>

export function planAnswers({ home, documents, readable, ...ordered }: Answerable): AnswerPlan {
  const { pages, reach } = planPages(ordered)
  const answers: PlannedAnswer[] = home.map(({ target, type, body }) => {
    return { kind: 'finished', target, type, body }
  })
  for (const [version, bodies] of documents.bodies) {
    const { paths } = targetsIn(versionNamed(version))
    for (const name of DOCUMENT_NAMES) {
      const [target, body] = [paths[name], bodies[name]]
      answers.push({ kind: 'finished', target, type: 'application/json', body })
    }
    for (const page of pages) answers.push({ kind: 'page', version, page })
    for (const offer of readable) answers.push({ kind: 'detail', version, offer })
  }
  return { answers, reach }
}
