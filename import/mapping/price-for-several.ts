// Whether a text next to a price says that it is the price of several pieces, or of a measure: "2 voor", "1.19/kg", "Ab 3
// Stk. je", "2 stykker, kr 10/hver".

/** "2 voor", "100 gram voor 1.19". */
const FOR_SEVERAL =
  /(?<![\d.,])(\d{1,4})\s?(?:(?:kg|gr?|gram|lbs?|oz|l|ml|cl)\s)?(?:voor|for|fur|por|pour|para)(?:$|\s[€$£]?\s?(\d{1,15}(?:[.,]\d{1,15})?))/g

/** "Ab 3 Stk. je", "przy zakupie 3". */
const FROM_SEVERAL =
  /(?<![a-z])(?:(?:ab|bei)\s(?=\d{1,3}\s?(?:stk|stuck|fl)(?![a-z]))|przy zakupie\s|when you buy\s)(\d{1,3})(?!\d)/g

/** "2 stykker, kr 10/hver" next to 20: of all texts with two figures, those of which the price is the product. */
const COUNT_AND_EACH = /(?<![\d.,])(\d)(?![\d.,])[^\d]{3,30}(\d{1,15}(?:[.,]\d{1,15})?)(?!\d)/g

/** The count in a text with the price of each, if together they are this price. */
function countOf(text: string, price: number): number | undefined {
  const isProduct = (count: string, each: string) =>
    numbersOf(each).some((one) => Math.abs(one * Number(count) - price) < 0.005)
  const found = [...text.matchAll(COUNT_AND_EACH)].find(([, count = '', each = '']) => isProduct(count, each))
  return found && Number(found[1])
}

/** A pound alone, as flyers write it; a kilogram may be that of another column, of unit prices. */
const MEASURE_ALONE = /^lbs?\.?$/

/** "/kg", "je 100 g", "4.37/kg", "/avg.". */
const PER_MEASURE =
  /(?:^|(\d{1,15}(?:[.,]\d{1,15})?)\s?[€$£]?\s?)(?:\/|(?:per|por|je|pro)\s)(?:\d{1,4}\s?)?(?:kg|kilo|gr?|gram|lbs?|oz|l|lt|liter|litro|litre|ml|cl|m[²2]|avg)(?![a-z'’])/g

/** "Tile per m²", in a text without figures that it may belong to. */
const OF_MEASURE = /(?<![a-z])(?:per|pr\.?|por)\s(?:kg|kilo|m[²2]|sqm|lit(?:er|re|ro))(?![a-z'’])/

const EACH_IN_JAPANESE = /当たり|当り|あたり/

/** Whether a folded text says that this price is that of several pieces, or of a measure; it need not repeat the price. */
export function isForSeveral(text: string, price: number): boolean {
  if (EACH_IN_JAPANESE.test(text) || MEASURE_ALONE.test(text)) return true
  if ([...text.matchAll(FROM_SEVERAL)].some(([, count]) => Number(count) > 1)) return true
  const count = countOf(text, price)
  if (count !== undefined) return count > 1
  const several = [...text.matchAll(FOR_SEVERAL)].filter(([, count]) => Number(count) > 1)
  const prices = [
    ...several.map((match) => match[2]),
    ...Array.from(text.matchAll(PER_MEASURE), ([, each]) => each),
  ]
  const isOfMeasure = OF_MEASURE.test(text) && !/\d/.test(text)
  return isOfMeasure || prices.some((each) => each === undefined || numbersOf(each).includes(price))
}

/** A figure with either decimal mark. */
export function numbersOf(digits: string): number[] {
  const plain = digits.replaceAll(/[\s'’]/g, '')
  const decimal = (mark: string, other: string) => Number(plain.replaceAll(other, '').replace(mark, '.'))
  return [decimal(',', '.'), decimal('.', ',')]
}
