// The refs of the last import, which keep their bytes: an id is made of them. Today's table has them composed, as all texts
// of cells are, and perhaps with the zeros that a workbook shows.

import { isAscii } from 'node:buffer'
import { composed } from '../../lib/json/composed.ts'
import { asShown } from '../cells/cell.ts'
import { type NamedRow, offerKey } from '../judging/last-import.ts'

/** Zeros at the start of a number, such as those of `0007`. */
const ZEROS = /(?<![\d.,])0+(?=\d)/g

/** The beginning of a ref such as `="0101"` in a line of JSON: earlier versions wrote it to the letter. */
const FORMULA = '"=\\"'

interface LastOffers {
  lastOffers(isWanted: (line: Buffer) => boolean): AsyncIterable<NamedRow>
}

/** A ref of the last import that was a number, and what the workbook shows for it today, such as `R-1001` for `1001`. */
export interface ShownRef extends NamedRow {
  shown: string
}

/** Enough to see whether one of them is gone. */
const MAX_SHOWN = 1000

export class LastRefs {
  /** Refs that may be shown otherwise today. */
  readonly shown: ShownRef[] = []
  /** The refs of the last import, by issuer and normalised ref: composed, and also without zeros. */
  readonly #kept = new Map<string, string>()
  readonly #hasZeros: boolean

  /** @param hasZeros whether numbers of today's table may have zeros that the last import dropped, as in workbooks */
  private constructor(hasZeros: boolean) {
    this.#hasZeros = hasZeros
  }

  static async read(folder: LastOffers, hasZeros: boolean): Promise<LastRefs> {
    const refs = new LastRefs(hasZeros)
    // Any other line has a ref that is the same today.
    const mayBeOther = (line: Buffer) =>
      hasZeros || line.includes(FORMULA) || (!isAscii(line) && composed(line.toString()) !== line.toString())
    for await (const { issuer, ref } of folder.lastOffers(mayBeOther)) refs.#remember(issuer, ref)
    return refs
  }

  /** By its whole text, which wins over the text of another ref without its zeros: 7 stays 7 next to 007. */
  #remember(issuer: string, ref: string): void {
    this.#kept.set(offerKey({ issuer, ref: asShown(composed(ref)) }), ref)
    const withoutZeros = offerKey({ issuer, ref: this.#withoutZeros(ref) })
    if (!this.#kept.has(withoutZeros)) this.#kept.set(withoutZeros, ref)
  }

  /**
   * The bytes of a ref in the last import; the ref itself, if it is new.
   * @param ref a composed text
   */
  keep(issuer: string, ref: string): string {
    const known = this.#kept.get(offerKey({ issuer, ref }))
    const same = known ?? this.#kept.get(offerKey({ issuer, ref: this.#withoutZeros(ref) }))
    if (same === undefined && this.#hasZeros) this.#compareDigits(issuer, ref)
    return same ?? ref
  }

  #compareDigits(issuer: string, shown: string): void {
    const digits = this.#withoutZeros(shown.replaceAll(/\D/g, ''))
    const former = this.#kept.get(offerKey({ issuer, ref: digits }))
    if (former !== undefined && this.shown.length < MAX_SHOWN) this.shown.push({ issuer, ref: former, shown })
  }

  #withoutZeros(ref: string): string {
    return this.#hasZeros ? composed(ref).replace(ZEROS, '') : composed(ref)
  }
}
