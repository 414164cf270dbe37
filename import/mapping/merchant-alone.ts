// Whether a ref identifies only the merchant, not the offer: then a new offer of that merchant takes over the id of the
// previous one.

import { columnsIn, columnsOf, nameOf } from './cell-source.ts'
import type { CellSource, Mapping } from './mapping.ts'

type Offering = Pick<Mapping['offer'], 'issuer' | 'merchant'>

/** Whether all columns of a ref name the merchant or the issuer. */
export function isMerchantAlone(ref: readonly string[], { issuer, merchant }: Offering): boolean {
  const offering = columnsIn([issuer, merchant])
  return ref.length > 0 && ref.every((column) => offering.includes(column))
}

/** A warning if all columns of a ref name the merchant or the issuer; undefined for any other ref. */
export function warningOfRef({ ref, ...offer }: Offering & { ref: CellSource }): string | undefined {
  if (!isMerchantAlone(columnsOf(ref), offer)) return undefined
  return `/offer/ref is only ${nameOf(ref)}: a new offer of the same one takes over the id of the last, and a second one is rejected; with the column of the title in it, each has its own id, and all ids change once`
}
