// Checks a record of the source, first by its schema, then by rules that no schema can express.

import { SOURCE_OFFER, type SourceOffer } from '../../contract/offers/source.ts'
import { compileCheck, memberOf, quote, type Violation } from '../../lib/json/validator.ts'
import { suggestion } from '../../lib/text/suggestion.ts'

/** The slugs that records may refer to. */
export interface ReferenceNames {
  issuers: Slugs
  categories: Slugs
  comunas: Slugs
}

type Slugs = Pick<ReadonlyMap<string, unknown>, 'has' | 'keys'>

/** A bound on the search for similar slugs, which is slow. In a source full of faults the first suggestions suffice. */
const MAX_SUGGESTIONS = 1000

type Validated = { offer: SourceOffer } | { violations: readonly Violation[] }

/** Compiles the check for the records of a day. It reports all faults of a record at once. */
export function createValidate(reference: ReferenceNames): (value: unknown) => Validated {
  const check = compileCheck(SOURCE_OFFER)
  const suggest = createSuggest()
  return (value) => {
    const checked = check(value)
    const bySchema = 'violations' in checked ? checked.violations : []
    const byRules = [...unknownNames(value, reference, suggest), ...reversedPeriod(value, bySchema)]
    // A misspelled slug may violate both. Only the rule's violation is reported: it names the slug that was probably meant.
    const ruled = new Set(byRules.map(({ pointer }) => pointer))
    const violations = [...bySchema.filter(({ pointer }) => !ruled.has(pointer)), ...byRules]
    return 'value' in checked && violations.length === 0 ? { offer: checked.value } : { violations }
  }
}

function unknownNames(value: unknown, reference: ReferenceNames, suggest: Suggest): Violation[] {
  const named: [pointer: string, slug: unknown, list: keyof ReferenceNames][] = [
    ['/issuer', memberOf(value, 'issuer'), 'issuers'],
    ['/category', memberOf(value, 'category'), 'categories'],
  ]
  const comunas = memberOf(value, 'comunas')
  if (Array.isArray(comunas)) {
    comunas.forEach((slug, index) => {
      named.push([`/comunas/${index}`, slug, 'comunas'])
    })
  }
  return named.flatMap(([pointer, slug, list]) => {
    if (typeof slug !== 'string' || reference[list].has(slug)) return []
    const expected = `a slug of ${list}.json${suggest(slug, list, reference[list])}`
    return [{ pointer, found: quote(slug), expected }]
  })
}

type Suggest = (slug: string, list: keyof ReferenceNames, known: Slugs) => string

/** Most wrong slugs occur in many records, so each is compared with all known ones only once. */
function createSuggest(): Suggest {
  const suggested = new Map<string, string>()
  return (slug, list, known) => {
    const key = `${list} ${slug}`
    const earlier = suggested.get(key)
    if (earlier !== undefined) return earlier
    if (suggested.size >= MAX_SUGGESTIONS) return ''
    const text = suggestion(slug, known.keys())
    suggested.set(key, text)
    return text
  }
}

function reversedPeriod(value: unknown, bySchema: readonly Violation[]): Violation[] {
  if (bySchema.some(({ pointer }) => pointer === '/valid_from' || pointer === '/valid_until')) return []
  const [from, until] = [memberOf(value, 'valid_from'), memberOf(value, 'valid_until')]
  if (typeof from !== 'string' || typeof until !== 'string' || from <= until) return []
  return [{ pointer: '/valid_until', found: quote(until), expected: `${from} (valid_from) or later` }]
}
