// Proposes the columns of title, merchant, comunas, category and days.

import { formatCountOf } from '../../lib/text/format-numbers.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import { type Cell, isList, textOf } from '../cells/cell.ts'
import { slugOf } from '../cells/slug-of.ts'
import type { CellSource, Mapping } from '../mapping/mapping.ts'
import type { ColumnSample } from './look-at-values.ts'
import type { Remarks } from './questions.ts'
import type { TableColumns } from './table-columns.ts'
import {
  areBareNumbers,
  areFigures,
  arePeriods,
  arePlaceLists,
  mentionFigures,
  SURE_SEPARATORS,
} from './what-columns-hold.ts'

/** The column of titles; without one, benefit and merchant, or another text with a known heading. */
export function proposeTitle(columns: TableColumns, remarks: Remarks): CellSource | null {
  const titles = columns.candidates('title')
  const title = titles.find((sample) => !areFigures(sample))
  const name = columns.inRole('name')
  if (title && name && namesThings(name, title, columns)) return { column: name.name }
  if (title) return { column: title.name }
  const description = columns.inRole('description')
  const benefit = [columns.inRole('benefit') ?? titles[0]].find((each) => each && !areBareNumbers(each))
  // "20%" alone does not say what the discount is on, unless the heading calls it the offer.
  const sentence = benefit && !areFigures(benefit) ? benefit : undefined
  // Next to names, a description is about things, not about the offer.
  const merchant = columns.inRole('merchant')
  const what = sentence ?? (merchant && name) ?? (name ? undefined : description) ?? benefit
  // A discount is on the thing; its place is published by itself.
  const place = (sentence && name) ?? merchant ?? name
  if (what && place) return { columns: [what.name, place.name], join: ' · ' }
  const only = sentence ?? name ?? description ?? titles.find((each) => !areBareNumbers(each))
  if (only) return { column: only.name }
  const text = 'which column says what is offered? Its heading, or several as "One + Other"'
  remarks.questions.push({ pointer: '/offer/title', text })
  return null
}

/** "1+1 gratis" recurs next to the things that it is on. */
function namesThings(name: ColumnSample, title: ColumnSample, columns: TableColumns): boolean {
  const different = ({ texts }: ColumnSample) => new Set(texts).size
  return columns.inRole('price') !== undefined && mentionFigures(title) && different(name) > different(title)
}

/** @param isChosen whether a person named the column */
export function proposeMerchant(
  columns: TableColumns,
  title: CellSource | null,
  { remarks, isChosen }: { remarks: Remarks; isChosen: boolean },
): CellSource | null {
  // Where things have prices, brands and names are those of things, not of places.
  const haveThings =
    columns.inRole('price') !== undefined || OF_THING.test(fold(columns.inRole('name')?.name ?? ''))
  const isOfThing = ({ name }: ColumnSample) => haveThings && !isChosen && BRAND.test(fold(name))
  const merchants = columns.candidates('merchant')
  const merchant = merchants.find((each) => !isOfThing(each))
  if (merchant) {
    const blank = merchant.rows - merchant.texts.length
    if (blank > 0)
      remarks.doubts.push(
        `/offer/merchant: ${blank} of ${merchant.rows} rows have no ${JSON.stringify(merchant.name)}: fill them in if the cell above is meant`,
      )
    return { column: merchant.name }
  }
  const [brand] = merchants
  if (brand)
    remarks.doubts.push(
      `/offer/merchant: ${JSON.stringify(brand.name)} is taken for the maker and not used; --merchant ${JSON.stringify(brand.name)} says that it is the place`,
    )
  // "Name" next to a column of offers is the name of a place, unless it says what is offered.
  const hasOffer = columns.inRole('title') ?? columns.inRole('benefit')
  const name = hasOffer && !haveThings && !isChosen ? columns.inRole('name') : undefined
  if (!name || name.name === title?.column || mentionFigures(name)) return null
  remarks.doubts.push(
    `/offer/merchant: ${JSON.stringify(name.name)} is taken for the name of the place; --merchant names its column, or none`,
  )
  return { column: name.name }
}

const OF_THING = /produ[ck]|producto|produto|prodotto|articul|articol|artikel|\bitem/
const BRAND = /\b(?:brand|marca|marke|marque|marchio)\b/

/** @param isChosen whether a person named the column */
export function proposeComunas(
  columns: TableColumns,
  remarks: Remarks,
  isChosen: boolean,
): CellSource | null {
  const comunas = columns.inRole('comunas')
  if (!comunas) return null
  if (!isChosen && areBranches(comunas, columns)) {
    remarks.doubts.push(
      `/offer/comunas: ${JSON.stringify(comunas.name)} names issuers or merchants, no places, and is not used`,
    )
    return null
  }
  const source = { column: comunas.name }
  if (arePlaceLists(comunas)) return source
  remarks.doubts.push(
    `/offer/comunas: ${JSON.stringify(comunas.name)} shows no lists, so a comma or "and" is read as part of a name; "split": [","] separates at commas`,
  )
  return { ...source, split: [...SURE_SEPARATORS] }
}

/** Whether places have the names of those who offer: a list of branches. */
function areBranches({ cells }: ColumnSample, columns: TableColumns): boolean {
  const offering = [...columns.candidates('issuer'), ...columns.candidates('merchant')]
  const names = new Set(offering.flatMap(({ texts }) => texts.map(slugOf)))
  const places = cells.flatMap((cell) => (isList(cell) ? cell : [cell])).map((cell) => slugOf(textOf(cell)))
  return places.length > 0 && places.every((place) => names.has(place))
}

export function proposeCategory(columns: TableColumns, remarks: Remarks): CellSource {
  const category = columns.inRole('category')
  if (category) {
    const isFull = category.texts.length === category.rows
    const first = category.cells.some(isSeveral)
      ? { before: ';' }
      : areTopicLists(category)
        ? { before: ',' }
        : {}
    if (first.before) {
      remarks.doubts.push(
        `/offer/category: ${JSON.stringify(category.name)} lists several categories; the first one is used`,
      )
    }
    if (isFull) return { column: category.name, ...first }
    remarks.doubts.push(
      `/offer/category: ${JSON.stringify(category.name)} is empty in ${formatCountOf(category.rows - category.texts.length, 'row')}: "Offers" is used there`,
    )
    return { column: category.name, ...first, otherwise: 'Offers' }
  }
  remarks.doubts.push('/offer/category: no heading names a category; all offers go into "Offers"')
  return { constant: 'Offers' }
}

function isSeveral(cell: Cell): boolean {
  return isList(cell) && cell.length > 1
}

/** Whether a comma separates several topics: in other rows the first one is alone, or before a comma. */
function areTopicLists({ texts }: ColumnSample): boolean {
  const lists = [...new Set(texts)].filter((text) => text.includes(','))
  const firsts = [...new Set(texts)].map((text) => text.split(',', 1)[0])
  const recurs = (text: string) => firsts.filter((first) => first === text.split(',', 1)[0]).length > 1
  return lists.length > 0 && lists.filter(recurs).length >= lists.length / 2
}

export function proposeDays(columns: TableColumns): Pick<Mapping['offer'], 'valid_from' | 'valid_until'> {
  const [from, until] = [columns.sourceOf('valid_from'), columns.sourceOf('valid_until')]
  // A column that is named for both ends holds periods.
  const isOne = from !== null && from.column === until?.column
  const period = columns.inRole(isOne ? 'valid_from' : 'period')
  if ((!isOne && (from || until)) || !period || !arePeriods(period))
    return { valid_from: from, valid_until: until }
  return {
    valid_from: { column: period.name, end: 'first' },
    valid_until: { column: period.name, end: 'last' },
  }
}
