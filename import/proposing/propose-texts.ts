// Proposes the columns of title, merchant, comunas, category and days.

import { formatCountOf } from '../../lib/text/format-numbers.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import type { Remarks } from '../asking/questions.ts'
import { isList, textOf } from '../cells/cell.ts'
import { slugOf } from '../cells/slug-of.ts'
import type { CellSource, Mapping } from '../mapping/mapping.ts'
import type { ColumnSample } from './look-at-values.ts'
import type { TableColumns } from './table-columns.ts'
import {
  areBareNumbers,
  areFigures,
  arePlaceLists,
  hasPeriods,
  mentionFigures,
  SURE_SEPARATORS,
} from './what-columns-hold.ts'

/**
 * The column of titles, or that of names if it distinguishes the offers better (`namesThings`). Without titles, the
 * texts of two columns: "20% en pizzas · Pizzería Uno"; or any other column of texts.
 * @param remarks gets a question if there is none
 */
export function proposeTitle(columns: TableColumns, remarks: Remarks): CellSource | null {
  const titles = columns.candidates('title')
  const title = titles.find((sample) => !areFigures(sample))
  const name = columns.inRole('name')
  if (title && name && namesThings(name, title, columns)) return { column: name.name }
  if (title) return { column: title.name }
  // A title of mere figures serves as a benefit.
  const benefit = columns.inRole('benefit') ?? titles[0]
  const texts: TextColumns = {
    benefit: benefit && !areBareNumbers(benefit) ? benefit : undefined,
    // "20%" alone does not say what the discount is on.
    sentence: benefit && !areFigures(benefit) ? benefit : undefined,
    name,
    merchant: columns.inRole('merchant'),
    description: columns.inRole('description'),
  }
  const what = whatIsOffered(texts)
  const place = placeOrThing(texts)
  if (what && place) return { columns: [what.name, place.name], join: ' · ' }
  // Without any of these, "20%" is a title after all, if its heading is one of titles.
  const single = texts.sentence ?? name ?? texts.description ?? titles.find((each) => !areBareNumbers(each))
  if (single) return { column: single.name }
  if (texts.merchant) return titleOfMerchant(texts.merchant, columns)
  const text = 'which column says what is offered? Its heading, or several as "One + Other"'
  remarks.questions.push({ pointer: '/offer/title', text })
  return null
}

/** "20% · Pizzería Uno", or the merchant alone: numbers without a sign say nothing to a reader. */
function titleOfMerchant(merchant: ColumnSample, columns: TableColumns): CellSource {
  const [figure] = columns.named(columns.valueColumns).filter((each) => !areBareNumbers(each))
  return figure ? { columns: [figure.name, merchant.name], join: ' · ' } : { column: merchant.name }
}

/** Columns of which a title can be made. */
interface TextColumns {
  /** "20% en pizzas", or "20%". */
  benefit: ColumnSample | undefined
  /** The same column, if it has more than figures: "20% en pizzas". */
  sentence: ColumnSample | undefined
  /** "Pizza familiar"; without merchants and things, "Pizzería Uno". */
  name: ColumnSample | undefined
  merchant: ColumnSample | undefined
  description: ColumnSample | undefined
}

/** The first half of a title of two columns. */
function whatIsOffered({ benefit, sentence, name, merchant, description }: TextColumns) {
  if (sentence) return sentence
  // Merchants have their own column, so the names belong to things.
  if (name && merchant) return name
  // Next to names, a description is about the thing or the place, not about the offer.
  if (description && !name) return description
  return benefit
}

/**
 * The second half of a title of two columns: "Pizzería Uno"; for a sentence, the thing that it is about, since the
 * merchant is published in its own member.
 */
function placeOrThing({ sentence, name, merchant }: TextColumns) {
  if (sentence && name) return name
  return merchant ?? name
}

/** Whether names distinguish the offers better than titles: "1+1 gratis" recurs next to "Leche" and "Pan". */
function namesThings(name: ColumnSample, title: ColumnSample, columns: TableColumns): boolean {
  const different = ({ texts }: ColumnSample) => new Set(texts).size
  return columns.inRole('price') !== undefined && mentionFigures(title) && different(name) > different(title)
}

/**
 * The column of merchants, or the names of places next to offers.
 * @param isChosen whether a person named the column, or said that there is none: then nothing is guessed
 */
export function proposeMerchant(
  columns: TableColumns,
  title: CellSource | null,
  { remarks, isChosen }: { remarks: Remarks; isChosen: boolean },
): CellSource | null {
  // If the table has prices or names of products, its brands and names belong to products, not to places.
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
  const offers = columns.inRole('title') ?? columns.inRole('benefit')
  const name = offers && !haveThings && !isChosen ? columns.inRole('name') : undefined
  if (!name || name.name === title?.column || mentionFigures(name)) return null
  remarks.doubts.push(
    `/offer/merchant: ${JSON.stringify(name.name)} is taken for the name of the place; --merchant names its column, or none`,
  )
  return { column: name.name }
}

/** Headings of products, folded. */
const OF_THING = /produ[ck]|producto|produto|prodotto|articul|articol|artikel|\bitem/
/** Headings of brands, folded. */
const BRAND = /\b(?:brand|marca|marke|marque|marchio)\b/

/**
 * The column of places, and how its lists are split.
 * @param isChosen whether a person named the column
 */
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
  // Without `split`, lists are split at all separators: commas and words such as "and" too.
  if (arePlaceLists(comunas)) return source
  remarks.doubts.push(
    `/offer/comunas: ${JSON.stringify(comunas.name)} shows no lists, so a comma or "and" is read as part of a name; "split": [","] separates at commas`,
  )
  return { ...source, split: [...SURE_SEPARATORS] }
}

/** Whether all places are names of issuers or merchants, as in a list of branches. */
function areBranches({ cells }: ColumnSample, columns: TableColumns): boolean {
  const offering = [...columns.candidates('issuer'), ...columns.candidates('merchant')]
  const names = new Set(offering.flatMap(({ texts }) => texts.map(slugOf)))
  const places = cells.flatMap((cell) => (isList(cell) ? cell : [cell])).map((cell) => slugOf(textOf(cell)))
  return places.length > 0 && places.every((place) => names.has(place))
}

/** The column of categories, or one category for all offers. */
export function proposeCategory(columns: TableColumns, remarks: Remarks): CellSource {
  const category = columns.inRole('category')
  if (category) {
    const isFull = category.texts.length === category.rows
    // `textOf` joins the items of a list of JSON by "; ".
    const first = category.cells.some((cell) => isList(cell)) ? { before: ';' } : {}
    if (isFull) return { column: category.name, ...first }
    remarks.doubts.push(
      `/offer/category: ${JSON.stringify(category.name)} is empty in ${formatCountOf(category.rows - category.texts.length, 'row')}: "Offers" is used there`,
    )
    return { column: category.name, ...first, otherwise: 'Offers' }
  }
  remarks.doubts.push('/offer/category: no heading names a category; all offers go into "Offers"')
  return { constant: 'Offers' }
}

/** The columns of first and last days, or one of periods if the table has neither. */
export function proposeDays(columns: TableColumns): Pick<Mapping['offer'], 'valid_from' | 'valid_until'> {
  const from = columns.sourceOf('valid_from')
  const until = columns.sourceOf('valid_until')
  const days = { valid_from: from, valid_until: until }
  // A person may name one column of periods for both ends.
  const isSameColumn = from !== null && from.column === until?.column
  if (!isSameColumn && (from || until)) return days
  const period = columns.inRole(isSameColumn ? 'valid_from' : 'period')
  if (!period || !hasPeriods(period)) return days
  return {
    valid_from: { column: period.name, end: 'first' },
    valid_until: { column: period.name, end: 'last' },
  }
}
