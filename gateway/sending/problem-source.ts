// What problems say beside what went wrong: whose data it is, and where the error is explained.

import { homeAsSeenFrom } from '../../contract/api/problems.ts'
import { splitTarget } from '../../contract/api/request-target.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'

export interface ProblemSource {
  attribution(): string
  /** The address of the page for people. @param target of the request; undefined if none could be read */
  homeFor(target: string | undefined): string
}

export interface ProblemSourceOptions {
  /** The attribution as long as no release is loaded that has one. */
  attribution?: string | undefined
  /** Where clients reach the gateway, without a slash at the end. */
  publicUrl?: string | undefined
}

/** Nobody is named who may not be the provider. */
const UNKNOWN_PROVIDER = 'The provider of the data is named as soon as a catalogue is loaded.'

export function problemSource(
  catalogue: Pick<Catalogue, 'current'>,
  { attribution = UNKNOWN_PROVIDER, publicUrl }: ProblemSourceOptions = {},
): ProblemSource {
  return {
    attribution: () => catalogue.current?.manifest.attribution ?? attribution,
    homeFor: (target) => {
      if (publicUrl !== undefined) return `${publicUrl}/`
      return target === undefined ? '/' : homeAsSeenFrom(splitTarget(target).path)
    },
  }
}
