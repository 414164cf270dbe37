// Whether a text next to a price says that it is not the price of one thing: but of several pieces or of a measure
// ("2 voor", "1.19/kg", "Ab 3 Stk. je", "2 stykker, kr 10/hver"), of a month, or the lowest of several ("a partir de").

/** "2 voor", "100 gram voor 1.19". */
const FOR_SEVERAL =
  /(?<![\d.,])(\d{1,4})\s?(?:(?:kg|gr?|gram|lbs?|oz|l|ml|cl)\s)?(?:voor|for|fur|por|pour|para)(?:$|\s[€$£]?\s?(\d{1,15}(?:[.,]\d{1,15})?))/g

/** "Ab 3 Stk. je", "przy zakupie 3". */
const FROM_SEVERAL =
  /(?<![a-z])(?:(?:ab|bei)\s(?=\d{1,3}\s?(?:stk|stuck|fl)(?![a-z]))|przy zakupie\s|pri kupe\s|when you buy\s|kauf von\s|(?:preis|price|precio|prezzo|prix|prijs) (?:fur|for|para|pour|per|voor)\s)(\d{1,3})(?!\d)/g

/** "2 stykker, kr 10/hver" next to 20: of all texts with two figures, those of which the price is the product. */
const COUNT_AND_EACH = /(?<![\d.,])(\d)(?![\d.,])[^\d]{3,30}(\d{1,15}(?:[.,]\d{1,15})?)(?!\d)/g

/** The count in a text with the price of each, if together they are this price. */
function countOf(text: string, price: number): number | undefined {
  const isProduct = (count: string, each: string) =>
    numbersOf(each).some((one) => Math.abs(one * Number(count) - price) < 0.005)
  const found = [...text.matchAll(COUNT_AND_EACH)].find(([, count = '', each = '']) => isProduct(count, each))
  return found && Number(found[1])
}

const MEASURE = String.raw`(?:\d{1,4}\s?)?(?:kg|kilo|gr?|gram|lbs?|oz|l|lt|liter|litro|litre|ml|cl|m[²2]|avg)(?![a-z'’])`

/** "4.37/kg", "1.19 je 100 g": a figure and its measure. */
const FIGURE_PER_MEASURE = new RegExp(
  String.raw`(\d{1,15}(?:[.,]\d{1,15})?)\s?[€$£]?\s?(?:\/|(?:per|por|je|pro|al|le)\s)${MEASURE}`,
  'g',
)

/** "/kg", "Preis je 100 g.", and alone also "/gal" and "per person". */
const PER_MEASURE = new RegExp(
  String.raw`^(?:\/|(?:per|por|je|pro)\s)(?:${MEASURE}|(?!(?:un|ud|uds|unid|unidad|unidade|unit|each|ea|pc|pce|pza?|pieza|piece|stk|stuck|szt|ks|kom|db|st)\.?$)[a-z]{1,12}\.?$)|\s(?:per|por|je|pro|al)\s${MEASURE}(?=\s?(?:[.;,)]|$))`,
)

/**
 * "al kg", "LB.": a measure without its number, or alone. "1 kg" and "el kilo" are packs, "€/kg" alone may be the unit of
 * another column, "g/m²" a quality, and "kg: 4.37" names another figure.
 */
const MEASURE_ALONE =
  /^lbs?\.?$|(?<![a-z\d])xkg(?![a-z])|(?<=[a-z][^a-z\d]{1,5})(?<!^el\s|co\.?\s)(?<!\d[\s-]?)(?<!g\/)(?:kg|kilo|kilogramm?|quilo|lbs?|liter|litro|litre|etto|m²|sqm)(?![a-z²'’])(?!.*\d)/

/** "4,063원~": from this price. */
const FROM_PRICE = /(\d{1,15}(?:[.,]\d{1,15})?)\s?[원円元]?[~〜～](?!\s?\d)/g

/** "A partir de; ...", "flowers from", "desde este precio": the lowest of several prices. */
const LOWEST =
  /(?<![a-z])(?:(?:a partir d[aei]|desde|from|starting at|starting price|precio minimo|vanaf|menor (?:valor|precio|preco)|lowest (?:price|fare))(?=\s?(?:[;,.)]|$))|(?:a partir d|desde )?est[ea] (?:precio|valor|preco)|^(?:ab|da|od|fra|von)$)/

const EACH_IN_JAPANESE = /当たり|当り|あたり/

/** The cell of a column that says how often a price is paid. */
const RECURRING =
  /^(?:(?:per |\/ ?|pro )?(?:month|year|week|mes|monat|jahr|mois)|monthly|yearly|annual(?:ly)?|weekly|mensual|anual|mensal|monatlich|jahrlich|mensuel|mensile)$/

/** Longer texts also describe other things. */
export const MAX_CHARACTERS_OF_SEVERAL = 100

/** Whether a folded text says that this price is not that of one thing; it need not repeat the price. */
export function isForSeveral(text: string, price: number): boolean {
  if (EACH_IN_JAPANESE.test(text) || LOWEST.test(text) || RECURRING.test(text)) return true
  if ([...text.matchAll(FROM_SEVERAL)].some(([, count]) => Number(count) > 1)) return true
  const count = countOf(text, price)
  if (count !== undefined) return count > 1
  const several = [...text.matchAll(FOR_SEVERAL)].filter(([, count]) => Number(count) > 1)
  const isOfSeveral = several.some(([, , each]) => each === undefined || numbersOf(each).includes(price))
  return isOfSeveral || isOfMeasureOrLowest(text, price)
}

/** A measure, or a sign for "from", next to another figure is that of the other figure. */
function isOfMeasureOrLowest(text: string, price: number): boolean {
  const figures = [...text.matchAll(FIGURE_PER_MEASURE), ...text.normalize('NFC').matchAll(FROM_PRICE)]
  if (figures.some(([, figure = '']) => numbersOf(figure).includes(price))) return true
  const rest = text.replace(FIGURE_PER_MEASURE, '')
  return PER_MEASURE.test(rest) || (rest.length <= MAX_CHARACTERS_OF_SEVERAL && MEASURE_ALONE.test(rest))
}

/** A figure with either decimal mark. */
export function numbersOf(digits: string): number[] {
  const plain = digits.replaceAll(/[\s'’]/g, '')
  const decimal = (mark: string, other: string) => Number(plain.replaceAll(other, '').replace(mark, '.'))
  return [decimal(',', '.'), decimal('.', ',')]
}
