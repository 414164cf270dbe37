// Remarks on unused columns with values that offers have. Each names the option that reads the column.

import { isOldPriceHeading } from '../headings/heading-list.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { textOf } from '../tables/cell.ts'
import type { ColumnSample } from './look-at-values.ts'
import { isRecordKeeping } from './propose-ref.ts'
import {
  areAddresses,
  areAmounts,
  areDays,
  arePercentages,
  areWeekdays,
  isEverywhere,
} from './what-columns-hold.ts'

type OfferMapping = Mapping['offer']

interface Kind {
  /** The kind of values, for people. */
  holds: string
  is(sample: ColumnSample): boolean
  /** What reads the column; undefined if the mapping reads another one there. */
  reader(name: string, offer: OfferMapping): string | undefined
}

const value = (name: string, as: string, { benefit }: OfferMapping) =>
  benefit.worth.some((source) => source.as !== 'text' && source.as !== 'discount')
    ? undefined
    : `--value ${JSON.stringify(`${name} as ${as}`)}`

const KINDS: readonly Kind[] = [
  {
    holds: 'days',
    is: areDays,
    reader: (name, { valid_from: from, valid_until: until }) =>
      from && until ? undefined : `${until ? '--from' : '--until'} ${JSON.stringify(name)}`,
  },
  {
    holds: 'days of the week',
    is: (sample) => areWeekdays(withoutAll(sample)),
    reader: (_, { weekdays }) => (weekdays ? undefined : '/offer/weekdays of the mapping'),
  },
  {
    holds: 'addresses',
    is: (sample) => areAddresses(sample) && !arePictures(sample),
    reader: (name, { url }) => (url ? undefined : `--url ${JSON.stringify(name)}`),
  },
  { holds: 'percentages', is: arePercentages, reader: (name, offer) => value(name, 'percentage', offer) },
  { holds: 'amounts of money', is: areAmounts, reader: (name, offer) => value(name, 'amount', offer) },
]

/** A remark on each column with values for which the mapping has a free place. */
export function doubtsOfUnused(unused: readonly ColumnSample[], offer: OfferMapping): string[] {
  return unused
    .filter(({ name, texts }) => texts.length > 0 && !isRecordKeeping(name) && !isOldPriceHeading(name))
    .flatMap((sample) => {
      const kind = KINDS.find(({ is }) => is(sample))
      const reader = kind?.reader(sample.name, offer)
      return kind && reader !== undefined
        ? [`${JSON.stringify(sample.name)} holds ${kind.holds} and is not used; ${reader} reads it`]
        : []
    })
}

/** "All" may mean all of anything. */
function withoutAll(sample: ColumnSample): ColumnSample {
  return { ...sample, cells: sample.cells.filter((cell) => !isEverywhere(textOf(cell))) }
}

function arePictures({ name, texts }: ColumnSample): boolean {
  const isPicture = (text: string) => /\.(?:png|jpe?g|gif|webp|svg|avif)\b/i.test(text)
  return /image|img|logo|icon|photo|foto|picture|thumb|banner/i.test(name) || texts.every(isPicture)
}
