// Facts in every problem: the provider of the data, and the page that explains errors.

import { homeAsSeenFrom } from '../../contract/api/problems.ts'
import { splitTarget } from '../../contract/api/request-target.ts'
import type { Catalogue } from './catalogue.ts'

export interface ProblemSource {
  attribution(): string
  /** The address of home. @param target of the request; undefined if none could be read */
  homeFor(target: string | undefined): string
}

/** Never name a wrong provider. */
const UNKNOWN_PROVIDER = 'The provider of the data is named as soon as a catalogue is loaded.'

/** @param publicUrl where clients reach the gateway, without a trailing slash */
export function problemSource(catalogue: Pick<Catalogue, 'current'>, publicUrl?: string): ProblemSource {
  return {
    attribution: () => catalogue.current?.manifest.attribution ?? UNKNOWN_PROVIDER,
    homeFor: (target) => {
      if (publicUrl !== undefined) return `${publicUrl}/`
      return target === undefined ? '/' : homeAsSeenFrom(splitTarget(target).path)
    },
  }
}
