// Remarks on unused columns with values that offers have. Each gives the line of the mapping that reads the column.

import { isOldPriceHeading } from '../headings/heading-list.ts'
import type { Mapping } from '../mapping/mapping.ts'
import type { ColumnSample } from './look-at-values.ts'
import { isRecordKeeping } from './propose-ref.ts'
import { areAddresses, areAmounts, areDays, arePercentages, areWeekdays } from './what-columns-hold.ts'

type OfferMapping = Mapping['offer']

interface Kind {
  /** The kind of values, for people. */
  holds: string
  is(sample: ColumnSample): boolean
  /** The line of the mapping that reads the column; undefined if the mapping reads another one there. */
  line(name: string, offer: OfferMapping): { pointer: string; line: string } | undefined
}

const member = (name: 'url' | 'weekdays', column: string, offer: OfferMapping) =>
  offer[name] ? undefined : { pointer: `/offer/${name}`, line: `"${name}": { "column": ${column} }` }

const worth = (as: string, column: string, { benefit }: OfferMapping) =>
  benefit.worth.some((source) => source.as !== 'text' && source.as !== 'discount')
    ? undefined
    : { pointer: '/offer/benefit/worth', line: `{ "as": "${as}", "column": ${column} }` }

const KINDS: readonly Kind[] = [
  {
    holds: 'days',
    is: areDays,
    line: (column, { valid_from: from, valid_until: until }) => {
      if (from && until) return undefined
      const name = until ? 'valid_from' : 'valid_until'
      return { pointer: `/offer/${name}`, line: `"${name}": { "column": ${column} }` }
    },
  },
  { holds: 'days of the week', is: areWeekdays, line: (...given) => member('weekdays', ...given) },
  {
    holds: 'addresses',
    is: (sample) => areAddresses(sample) && !arePictures(sample),
    line: (...given) => member('url', ...given),
  },
  { holds: 'percentages', is: arePercentages, line: (...given) => worth('percentage', ...given) },
  { holds: 'amounts of money', is: areAmounts, line: (...given) => worth('amount', ...given) },
]

/** A remark on each column with values for which the mapping has a free place. */
export function doubtsOfUnused(unused: readonly ColumnSample[], offer: OfferMapping): string[] {
  return unused
    .filter(({ name, texts }) => texts.length > 0 && !isRecordKeeping(name) && !isOldPriceHeading(name))
    .flatMap((sample) => {
      const name = JSON.stringify(sample.name)
      const kind = KINDS.find(({ is }) => is(sample))
      const found = kind?.line(name, offer)
      return kind && found
        ? [`${found.pointer}: ${name} holds ${kind.holds} and is not used; ${found.line} reads it`]
        : []
    })
}

function arePictures({ name, texts }: ColumnSample): boolean {
  const isPicture = (text: string) => /\.(?:png|jpe?g|gif|webp|svg|avif)\b/i.test(text)
  return /image|img|logo|icon|photo|foto|picture|thumb|banner/i.test(name) || texts.every(isPicture)
}
