// The guard over time: what was published once is promised. A change that would break a client is named here.

import { writeFileSync } from 'node:fs'
import t from 'tap'
import { describeApi } from '../../../contract/api/openapi.ts'
import { breakingChanges } from '../../../contract/history/breaking-changes.ts'
import { describeEver } from '../../../contract/history/describe-ever.ts'
import {
  isOnPurpose,
  MADE_ON_PURPOSE,
  PRESENT,
  publishedDescriptions,
} from '../../../contract/history/published.ts'
import { ROOT, read } from '../../docs/support/pages.ts'
import { DAY, EMPTY_DAY } from '../api/described-day.ts'

const present = describeEver(describeApi(EMPTY_DAY))
const presentFile = `contract/history/${PRESENT}.json`

/** `make history` sets it. */
if (process.env.WRITE_HISTORY) writeFileSync(`${ROOT}${presentFile}`, `${JSON.stringify(present, null, 2)}\n`)

t.test('the present description lies in the history (`make history` writes it)', async (t) => {
  t.strictSame(JSON.parse(read(presentFile)), present)
  t.strictSame(describeEver(describeApi(DAY)), present, 'and is the same on every day, for every source')
})

t.test('nothing that any description ever promised is broken', async (t) => {
  const descriptions = publishedDescriptions()
  t.ok(descriptions.length >= 2)
  for (const { version, document } of descriptions) {
    const broken = breakingChanges(document, present).filter((finding) => !isOnPurpose(version, finding))
    t.strictSame(broken, [], version)
  }
})

t.test(
  'what was changed on purpose is one that still differs, or an answer that did, and stands in the changelog',
  async (t) => {
    const changelog = read('CHANGELOG.md')
    for (const { version, findings, changelog: sentence } of MADE_ON_PURPOSE) {
      const known = publishedDescriptions().find((each) => each.version === version)
      const differs = breakingChanges(known?.document, present)
      t.ok(
        findings.some((finding) => differs.includes(finding)),
        sentence,
      )
      t.ok(changelog.includes(sentence), sentence)
    }
  },
)

type Json = { [name: string]: Json }

/** The present description with one thing changed. @param change is given the paths and the components */
function changed(change: (paths: Json, components: Json) => void): unknown {
  const copy = structuredClone(present) as Json
  change(copy.paths ?? {}, copy.components ?? {})
  return copy
}

const parameter = (paths: Json, name: string): Json => {
  const all: unknown = paths['/beta/offers']?.get?.parameters
  const found = Array.isArray(all) ? all.find((each) => each.name === name) : undefined
  if (!found) throw new Error(`no parameter ${name}`)
  return found
}

t.test('each kind of breaking change is named', async (t) => {
  const set = (target: Json | undefined, name: string, value: unknown) => {
    if (!target || !(name in target)) throw new Error(`nothing to change at ${name}`)
    Object.assign(target, { [name]: value })
  }
  const remove = (target: Json | undefined, name: string) => {
    if (!target || !(name in target)) throw new Error(`nothing to remove at ${name}`)
    delete target[name]
  }
  const cases: [what: string, change: (paths: Json, components: Json) => void, name: string][] = [
    [
      'a member taken from the offer',
      (_, { schemas }) => remove(schemas?.Offer?.properties, 'merchant'),
      '/beta/offers/{id} 200/data/merchant: the member is gone',
    ],
    [
      'a member that may be missing',
      (_, { schemas }) => set(schemas?.Offer, 'required', ['id']),
      '/beta/offers/{id} 200/data/title: the member may be missing now',
    ],
    [
      'a narrowed type',
      (_, { schemas }) => set(schemas?.Offer?.properties?.valid_from, 'type', 'string'),
      '/beta/offers 200/data/*/valid_from: the type was null or string, is string',
    ],
    [
      'a widened type',
      (_, { schemas }) => set(schemas?.Benefit?.properties?.summary, 'type', ['string', 'null']),
      '/beta/offers/{id} 200/data/benefit/summary: the type was string, is null or string',
    ],
    [
      'a closed enumeration',
      (_, { schemas }) => Object.assign(schemas?.Offer?.properties?.status ?? {}, { enum: ['active'] }),
      '/beta/offers/{id} 200/data/status: enum was undefined, is ["active"]',
    ],
    ['a removed route', (paths) => remove(paths, '/beta/issuers'), '/beta/issuers: the route is gone'],
    [
      'a lowered limit',
      (paths) => set(parameter(paths, 'limit').schema, 'maximum', 50),
      '/beta/offers: query limit: the maximum is lowered from 100 to 50',
    ],
    [
      'another default',
      (paths) => set(parameter(paths, 'limit').schema, 'default', 50),
      '/beta/offers: query limit: default was 25, is 50',
    ],
    [
      'a parameter that is required now',
      (paths) => set(parameter(paths, 'issuer'), 'required', true),
      '/beta/offers: query issuer is required now',
    ],
    [
      'a new required parameter',
      (paths) => {
        const all: unknown = paths['/beta/issuers']?.get?.parameters
        if (Array.isArray(all)) all.push({ name: 'country', in: 'query', required: true, schema: {} })
      },
      '/beta/issuers: query country is required now',
    ],
    [
      'a parameter that is gone',
      (paths) => set(parameter(paths, 'comuna'), 'name', 'commune'),
      '/beta/offers: the parameter query comuna is gone',
    ],
    [
      'a key where none was needed',
      (paths) => remove(paths['/beta/openapi.json']?.get, 'security'),
      '/beta/openapi.json: needs a key now',
    ],
    [
      'an answer that is gone',
      (paths) => remove(paths['/beta/snapshot']?.get?.responses, '206'),
      '/beta/snapshot 206: the answer is gone',
    ],
    [
      'a header that is gone',
      (paths) => remove(paths['/beta/offers']?.get?.responses?.['200']?.headers, 'Link'),
      '/beta/offers 200: the header Link is gone',
    ],
    [
      'another media type',
      (paths) => remove(paths['/beta/snapshot']?.get?.responses?.['200']?.content, 'application/gzip'),
      '/beta/snapshot 200: application/gzip is gone',
    ],
  ]
  for (const [what, change, name] of cases) {
    const found = breakingChanges(present, changed(change))
    t.ok(found.includes(name), what, { found, name })
  }
})

t.test('what is added breaks nothing', async (t) => {
  const more = changed((paths, { schemas }) => {
    Object.assign(schemas?.Offer?.properties ?? {}, { colour: { type: 'string' } })
    Object.assign(paths, { '/beta/new': { get: { responses: {} } } })
    const all: unknown = paths['/beta/offers']?.get?.parameters
    if (Array.isArray(all)) all.push({ name: 'region', in: 'query', required: false, schema: {} })
    Object.assign(parameter(paths, 'limit').schema ?? {}, { maximum: 500 })
  })
  t.strictSame(breakingChanges(present, more), [])
})

t.test('a member that is called as a word of the description stays', async (t) => {
  const of = (properties: object) => describeEver({ properties })
  t.strictSame(of({ description: { type: 'string', description: 'x' } }), {
    properties: { description: { type: 'string' } },
  })
})
