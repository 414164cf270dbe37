// Mornings one after another: a release a day, of the same few offers and one under test.

import { join } from 'node:path'
import type { Test } from 'tap'
import { mintOfferId } from '../../../contract/offers/offer-id.ts'
import type { SourceOffer } from '../../../contract/offers/source.ts'
import { runBuild } from './program.ts'
import { readPublished } from './published.ts'
import { record, type SourceFiles, writeSource } from './source.ts'

// Enough others for the days on which the offer under test is missing.
export const others = Array.from({ length: 5 }, (_, n) => record({ ref: `other-${n}`, title: `Other ${n}` }))
export const one = record({ ref: 'one', title: 'One' })
export const ID = mintOfferId('banco-norte', 'one')

export const moment = (day: string) => `${day}T10:00:00.000Z`

export function mornings(t: Test) {
  const root = t.testdir({})
  const out = join(root, 'out')
  return {
    root,
    out,
    /** Builds the release of a day, and reads the offer under test. */
    async morning(day: string, offers: readonly SourceOffer[], files: SourceFiles = {}, ...more: string[]) {
      const source = writeSource(join(root, 'source'), { ...files, offers: [...others, ...offers] })
      const ended = await runBuild(source, out, '--as-of', moment(day), ...more)
      t.equal(ended.code, 0, ended.stderr)
      const published = await readPublished(out)
      return { offer: await published.offerWith(ID), ...published }
    },
  }
}
