// Checks the documents: each exists, and the counts of issuers, categories and comunas agree with the offers.

import { type FilterName, filterSlugsOf } from '../../contract/api/filters.ts'
import { targetsIn } from '../../contract/api/request-target.ts'
import { DOCUMENT_NAMES, type DocumentName } from '../../contract/api/resources.ts'
import { messageOf } from '../../lib/errors.ts'
import { asCount, asList, asRecord, asString, parseJson } from '../../lib/json/json.ts'
import type { PublishedOffer } from './check-snapshots.ts'
import type { Verification } from './verification.ts'

/** A check of a document. It throws if the document cannot be read. */
type CheckDocument = (json: unknown, offers: readonly PublishedOffer[], verification: Verification) => void

const CHECKS: Readonly<Record<DocumentName, CheckDocument>> = {
  issuers: (json, offers, verification) => {
    const listed = checkCounts(json, { filter: 'issuer', list: 'the list of issuers' }, offers, verification)
    const { issuers } = verification.manifest.counts
    const fault = `release.json counts ${issuers} issuers, not ${listed}`
    verification.findings.expect(issuers === listed, fault)
  },
  categories: (json, offers, verification) => {
    checkCounts(json, { filter: 'category', list: 'the list of categories' }, offers, verification)
  },
  comunas: (json, offers, verification) => {
    checkCounts(json, { filter: 'comuna', list: 'the list of comunas' }, offers, verification)
  },
  openapi: (json) => asRecord(json, 'the description'),
}

export function checkDocuments(offers: readonly PublishedOffer[], verification: Verification): void {
  const { paths } = targetsIn(verification.version)
  for (const name of DOCUMENT_NAMES) {
    const body = verification.bodyAt(paths[name])
    if (!body) continue
    try {
      CHECKS[name](parseJson(body.toString('utf8'), paths[name]), offers, verification)
    } catch (error) {
      verification.findings.add(messageOf(error))
    }
  }
}

/**
 * Checks the values of a filter: each that an offer has is listed, with the number of its offers.
 * @returns the number of listed values
 */
function checkCounts(
  json: unknown,
  { filter, list }: { filter: FilterName; list: string },
  offers: readonly PublishedOffer[],
  { findings }: Verification,
): number {
  const things = asList(asRecord(json, list).data, `${list}: data`)
  const counts = new Map<string, number>()
  for (const { offer } of offers) {
    for (const slug of filterSlugsOf(offer)[filter]) counts.set(slug, (counts.get(slug) ?? 0) + 1)
  }
  for (const thing of things) {
    const { slug, offers_count } = asRecord(thing, `${list}: an item`)
    const name = asString(slug, `${list}: slug`)
    const found = asCount(offers_count, `${list}: offers_count`)
    const expected = counts.get(name) ?? 0
    findings.expect(found === expected, `${name} has ${expected} offers, ${list} says ${found}`)
    counts.delete(name)
  }
  for (const slug of counts.keys()) findings.add(`${slug} has offers, but is not in ${list}`)
  return things.length
}
