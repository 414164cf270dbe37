// Step: plans all answers but the snapshots, in the order in which they are rendered.

import { targetsIn } from '../../../contract/api/request-target.ts'
import { DOCUMENT_NAMES } from '../../../contract/api/resources.ts'
import { versionNamed } from '../../../contract/api/versions.ts'
import type { PlannedAnswer } from '../../day/planned-answer.ts'
import type { AnswerPlan, PlannedRelease } from '../../day/release-draft.ts'
import { planPages } from './plan-pages.ts'

/** The parts of a planned release that its answers are made from. */
type AnswerParts = Pick<PlannedRelease, 'home' | 'documents' | 'listed' | 'readable' | 'byChange'>

export function planAnswers({ home, documents, listed, readable, byChange }: AnswerParts): AnswerPlan {
  const { pages, reach } = planPages({ listed, byChange })
  const answers: PlannedAnswer[] = home.map(({ target, type, body }) => {
    return { kind: 'finished', target, type, body }
  })
  for (const [version, bodies] of documents.bodies) {
    const { paths } = targetsIn(versionNamed(version))
    for (const name of DOCUMENT_NAMES) {
      answers.push({ kind: 'finished', target: paths[name], type: 'application/json', body: bodies[name] })
    }
    for (const page of pages) answers.push({ kind: 'page', version, page })
    for (const offer of readable) answers.push({ kind: 'detail', version, offer })
  }
  return { answers, reach }
}
