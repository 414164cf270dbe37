// Facts in every problem: the provider of the data, and the page that explains errors.

import { homeAsSeenFrom } from '../../contract/api/problems.ts'
import { splitTarget } from '../../contract/api/request-target.ts'
import type { Nothing } from '../../lib/command-line/command.ts'
import type { Catalogue } from './catalogue.ts'

export interface ProblemSource {
  attribution(): string
  /** The address of home. @param target of the request; undefined if none could be read */
  homeFor(target: string | undefined): string
}

export interface ProblemSourceOptions {
  /** Used until a release is loaded, which has an attribution. */
  attribution?: string | undefined
  /** Where clients reach the gateway, without a trailing slash. */
  publicUrl?: string | undefined
}

/** Never name a wrong provider. */
const UNKNOWN_PROVIDER = 'The provider of the data is named as soon as a catalogue is loaded.'

export function problemSource(
  catalogue: Pick<Catalogue, 'current'>,
  { attribution = UNKNOWN_PROVIDER, publicUrl, ...unused }: ProblemSourceOptions = {},
): ProblemSource {
  unused satisfies Nothing
  return {
    attribution: () => catalogue.current?.manifest.attribution ?? attribution,
    homeFor: (target) => {
      if (publicUrl !== undefined) return `${publicUrl}/`
      return target === undefined ? '/' : homeAsSeenFrom(splitTarget(target).path)
    },
  }
}
