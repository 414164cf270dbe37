// Facts in every problem: the provider of the data, and the page that explains errors.

import { homeAsSeenFrom } from '../../contract/api/problems.ts'
import { splitTarget } from '../../contract/api/request-target.ts'
import type { Catalogue } from './catalogue.ts'

/** @param target of the request; undefined if none could be read */
export type ProblemSource = (target: string | undefined) => { attribution: string; home: string }

/** Until a release is loaded: a wrong provider is never named. */
const UNKNOWN_PROVIDER = 'The provider of the data is named as soon as a catalogue is loaded.'

/** @param publicUrl where clients reach the gateway, without a trailing slash */
export function problemSource(catalogue: Pick<Catalogue, 'current'>, publicUrl?: string): ProblemSource {
  const homeFor = publicUrl === undefined ? relativeHome : () => `${publicUrl}/`
  return (target) => ({
    attribution: catalogue.current?.manifest.attribution ?? UNKNOWN_PROVIDER,
    home: homeFor(target),
  })
}

function relativeHome(target: string | undefined): string {
  return target === undefined ? '/' : homeAsSeenFrom(splitTarget(target).path)
}
