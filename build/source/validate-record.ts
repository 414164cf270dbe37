// Is a record of the source an offer? First by schema, then by what no schema can say.

import { compileCheck, quote, type Violation } from '../../contract/lib/validator.ts'
import type { SourceOffer } from '../../contract/offers/source.ts'
import { SOURCE_OFFER } from '../../contract/offers/source.ts'
import type { Reference } from '../steps/read-reference.ts'

export type Validated = { offer: SourceOffer } | { violations: readonly Violation[] }

const OURS =
  'no such member: the build alone dates an offer, by the release in which it changed; leave it out'

/** Compiles the check of one day's records. */
export function createValidate(reference: Reference): (value: unknown) => Validated {
  const check = compileCheck(SOURCE_OFFER)
  return (value) => {
    const checked = check(value)
    if ('violations' in checked) return { violations: checked.violations.map(explainOurs) }
    const offer = checked.value
    const violations = [...unknownNames(offer, reference), ...reversedPeriod(offer)]
    return violations.length > 0 ? { violations } : { offer }
  }
}

// Sources could date their offers once, and other programs do: `no such member` would leave people guessing.
function explainOurs(violation: Violation): Violation {
  return violation.pointer === '/updated_at' ? { ...violation, expected: OURS } : violation
}

function unknownNames({ issuer, category, comunas }: SourceOffer, reference: Reference): Violation[] {
  const named: [pointer: string, slug: string, known: ReadonlyMap<string, unknown>, file: string][] = [
    ['/issuer', issuer, reference.issuers, 'issuers.json'],
    ['/category', category, reference.categories, 'categories.json'],
  ]
  comunas.forEach((slug, index) => {
    named.push([`/comunas/${index}`, slug, reference.comunas, 'comunas.json'])
  })
  return named
    .filter(([, slug, known]) => !known.has(slug))
    .map(([pointer, slug, , file]) => ({ pointer, found: quote(slug), expected: `a slug of ${file}` }))
}

function reversedPeriod({ valid_from, valid_until }: SourceOffer): Violation[] {
  if (valid_from === null || valid_until === null || valid_from <= valid_until) return []
  const expected = `${valid_from} (valid_from) or later`
  return [{ pointer: '/valid_until', found: quote(valid_until), expected }]
}
