// Collects facts for the report of an import: changes since the last one and, for its page, unused columns.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { OFFERS_FILE } from '../../../contract/offers/source-files.ts'
import { openTable } from '../../formats/formats.ts'
import type { ReadyMapping } from '../../mapping/load-mapping.ts'
import { isHeading } from '../../proposing/heading-words.ts'
import { sampleRows } from '../../proposing/propose-mapping.ts'
import { changesBetween, type KnownOffers, knownOffers, type OfferChanges } from '../changes-since.ts'
import type { Since } from '../import-report.ts'
import { type UnusedColumn, unusedColumns } from '../unused-columns.ts'

export class PageExtra {
  readonly #source: string
  #isFirst = false
  #known: KnownOffers | undefined
  #mapping: ReadyMapping | undefined
  #changes: OfferChanges | undefined
  #unused: UnusedColumn[] = []

  /** @param source the source folder */
  constructor(source: string) {
    this.#source = source
  }

  async before(): Promise<void> {
    this.#isFirst = !existsSync(join(this.#source, OFFERS_FILE))
    this.#known = await knownOffers(this.#source)
  }

  /** Finds the unused columns of the first table. */
  async inspect([path = '']: readonly string[], mapping: ReadyMapping): Promise<void> {
    this.#mapping = mapping
    const table = await openTable(path, { reading: mapping.read ?? {}, isHeading })
    this.#unused = unusedColumns(table, await sampleRows(table), mapping)
  }

  /** Call this after a successful import. */
  async after(): Promise<void> {
    const now = await knownOffers(this.#source)
    this.#changes = this.#known && now && changesBetween(this.#known, now)
  }

  since(): Since {
    return { isFirst: this.#isFirst, changes: this.#changes }
  }

  facts() {
    return { mapping: this.#mapping, changes: this.#changes, unused: this.#unused }
  }
}
