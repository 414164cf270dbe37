// The documents: each is there, and the counts in the list of issuers are those of the offers.

import { DOCUMENT_NAMES, type DocumentName, PATHS } from '../../contract/api/resources.ts'
import { messageOf } from '../../contract/lib/errors.ts'
import { asCount, asList, asRecord, asString, parseJson } from '../../contract/lib/json-guards.ts'
import type { PublishedOffer } from './check-snapshots.ts'
import type { Verification } from './verification.ts'

/** A check of a document; it throws if the document can not be read. */
type CheckDocument = (json: unknown, offers: readonly PublishedOffer[], verification: Verification) => void

const CHECKS: Readonly<Record<DocumentName, CheckDocument>> = {
  issuers: checkIssuers,
  openapi: (json) => asRecord(json, 'the description'),
}

export function checkDocuments(offers: readonly PublishedOffer[], verification: Verification): void {
  for (const name of DOCUMENT_NAMES) {
    const body = verification.bodyAt(PATHS[name])
    if (!body) continue
    try {
      CHECKS[name](parseJson(body.toString('utf8'), PATHS[name]), offers, verification)
    } catch (error) {
      verification.findings.add(messageOf(error))
    }
  }
}

function checkIssuers(
  json: unknown,
  offers: readonly PublishedOffer[],
  { manifest, findings }: Verification,
): void {
  const issuers = asList(asRecord(json, PATHS.issuers).data, `${PATHS.issuers}: data`)
  const counts = new Map<string, number>()
  for (const { offer } of offers) counts.set(offer.issuer.slug, (counts.get(offer.issuer.slug) ?? 0) + 1)
  for (const issuer of issuers) {
    const { slug, offers_count } = asRecord(issuer, `${PATHS.issuers}: an issuer`)
    const name = asString(slug, `${PATHS.issuers}: slug`)
    const found = asCount(offers_count, `${PATHS.issuers}: offers_count`)
    const expected = counts.get(name) ?? 0
    findings.expect(found === expected, `${name} has ${expected} offers, the list of issuers says ${found}`)
    counts.delete(name)
  }
  for (const slug of counts.keys()) findings.add(`${slug} has offers, but is not in the list of issuers`)
  const { issuers: counted } = manifest.counts
  findings.expect(counted === issuers.length, `release.json counts ${counted} issuers, not ${issuers.length}`)
}
