// Every published description, in files next to this one, and the intended breaks since then.

import { readdirSync, readFileSync } from 'node:fs'
import { type ApiVersion, VERSIONS } from '../../contract/api/versions.ts'
import { type PublishedDescription, stillPromises } from './guard.ts'

const FOLDER = new URL('./', import.meta.url)

/** The file with the present description of a version of the API, without its end. */
export function presentName({ name }: ApiVersion): string {
  return `unreleased-${name}`
}

export function publishedDescriptions(): PublishedDescription[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({
      version: name.slice(0, -'.json'.length),
      document: JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as unknown,
    }))
}

/** Those that are still valid: all except those of a `schema_version` that was replaced. */
export function standingDescriptions(): PublishedDescription[] {
  return publishedDescriptions().filter(({ document }) => stillPromises(document, VERSIONS))
}

/** An intended and harmless difference to an earlier description. */
export interface MadeOnPurpose {
  /** The description that differs. */
  version: string
  /** The words of `breakingChanges`, or of a check of answers. */
  findings: readonly string[]
  /** A sentence of the changelog, word for word. */
  changelog: string
}

/**
 * Within a `schema_version` only changes that no client could rely on, or that make an answer more certain. Any other change
 * needs a new `schema_version`, and a day that was announced 30 days before.
 */
export const MADE_ON_PURPOSE: readonly MadeOnPurpose[] = [
  {
    version: '0.1.0',
    findings: [
      '/beta/openapi.json 304: the header RateLimit is gone',
      '/beta/openapi.json 304: the header RateLimit-Policy is gone',
      '/beta/openapi.json 304: header ratelimit is missing',
      '/beta/openapi.json 304: header ratelimit-policy is missing',
    ],
    changelog:
      'The description no longer promises `RateLimit` on its own 304, which never had it: it is not counted.',
  },
  {
    version: '0.1.0',
    findings: [
      '/beta/offers 200/data/*/url: pattern was "^https?://", is "^https?://[^/?#]"',
      '/beta/offers/{id} 200/data/url: pattern was "^https?://", is "^https?://[^/?#]"',
    ],
    changelog: 'Every `url` of an offer names a host.',
  },
  {
    version: '0.1.0',
    findings: ['issuer', 'category', 'comuna'].map(
      (name) => `/beta/offers: query ${name}: maxLength was undefined, is 100`,
    ),
    changelog: 'Slugs have at most 100 characters; a longer one in a query is a 400.',
  },
  {
    version: '0.1.0',
    findings: [
      '/beta/offers 200/data/*/terms/text: the type was null, is null or string',
      '/beta/offers/{id} 200/data/terms/text: the type was null, is null or string',
    ],
    changelog: '`terms.text` is described as `["string", "null"]`, though it is always null in the beta.',
  },
]

export function isOnPurpose(version: string, finding: string): boolean {
  return MADE_ON_PURPOSE.some((each) => each.version === version && each.findings.includes(finding))
}
