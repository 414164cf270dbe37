// Checks the documents: each exists, and the counts of issuers, categories and comunas agree with the offers. Checks home
// as well: it has all its files, and the page has the moment of the release.

import { FILTERS, type FilterName, filterSlugsOf } from '../../contract/api/filters.ts'
import { HOME_FILES, HOME_ROUTE, HOME_TARGET } from '../../contract/api/home.ts'
import { routeOf } from '../../contract/api/request-target.ts'
import { DOCUMENT_NAMES } from '../../contract/api/resources.ts'
import { messageOf } from '../../lib/errors.ts'
import { asCount, asList, asRecord, asString, parseJson } from '../../lib/json/json.ts'
import type { PublishedOffer } from './check-snapshots.ts'
import type { Verification } from './verification.ts'

export function checkDocuments(offers: readonly PublishedOffer[], verification: Verification): void {
  const { paths } = verification.targets
  for (const name of DOCUMENT_NAMES) {
    const body = verification.bodyAt(paths[name])
    if (!body) continue
    try {
      const json = parseJson(body.toString('utf8'), paths[name])
      const filter = FILTERS.find(({ list }) => list === name)
      if (filter) checkCounts(json, { filter: filter.name, list: name }, offers, verification)
      else asRecord(json, name)
    } catch (error) {
      verification.findings.add(messageOf(error))
    }
  }
}

/** Checks the list of the values of a filter: it has each value of an offer, with the number of its offers. */
function checkCounts(
  json: unknown,
  { filter, list: name }: { filter: FilterName; list: string },
  offers: readonly PublishedOffer[],
  { findings, manifest }: Verification,
): void {
  const list = `the list of ${name}`
  const items = asList(asRecord(json, list).data, `${list}: data`)
  const counts = new Map<string, number>()
  for (const { offer } of offers) {
    for (const slug of filterSlugsOf(offer)[filter]) counts.set(slug, (counts.get(slug) ?? 0) + 1)
  }
  for (const item of items) {
    const { slug, offers_count } = asRecord(item, `${list}: an item`)
    const value = asString(slug, `${list}: slug`)
    const found = asCount(offers_count, `${list}: offers_count`)
    const expected = counts.get(value) ?? 0
    findings.expect(found === expected, `${value} has ${expected} offers, ${list} says ${found}`)
    counts.delete(value)
  }
  for (const slug of counts.keys()) findings.add(`${slug} has offers, but is not in ${list}`)
  // Of the values of filters, the manifest counts only the issuers.
  const counted: Readonly<Record<string, unknown>> = manifest.counts
  const isCounted = counted[name] === undefined || counted[name] === items.length
  findings.expect(isCounted, `release.json counts ${counted[name]} ${name}, not ${items.length}`)
}

export function checkHome({
  manifest,
  table,
  bodyAt,
  findings,
}: Omit<Verification, 'targets' | 'edition'>): void {
  const found = [...table].filter(({ target }) => routeOf(target)?.route === HOME_ROUTE).length
  findings.expect(found === HOME_FILES.length, `${found} files next to the API, not ${HOME_FILES.length}`)
  // A missing page is a finding of `bodyAt`.
  const isOfTheDay = bodyAt(HOME_TARGET)?.includes(`datetime="${manifest.data_as_of}"`) ?? true
  findings.expect(isOfTheDay, `${HOME_TARGET}: the page is not of ${manifest.data_as_of}`)
}
