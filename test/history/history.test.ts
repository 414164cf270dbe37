// The guard over time: every published description is a promise. Changes that would break a client are named here.

import { writeFileSync } from 'node:fs'
import t from 'tap'
import { describeApi } from '../../contract/api/description/openapi.ts'
import {
  type ApiVersion,
  CURRENT_VERSION,
  type Replacement,
  VERSIONS,
  type VersionEnd,
} from '../../contract/api/versions.ts'
import { DAY, EMPTY_DAY } from '../contract/api/described-day.ts'
import { ROOT, read } from '../docs/support/pages.ts'
import { SHORT_MS } from '../helpers/slow-suite.ts'
import { breakingChanges } from './breaking-changes.ts'
import { brokenPromises, type Promises, stillPromises } from './guard.ts'
import { isOnPurpose, MADE_ON_PURPOSE, presentName, publishedDescriptions } from './published.ts'

t.setTimeout(SHORT_MS)

/** Members that differ from day to day, or from source to source. */
const OF_THE_DAY = ['x-meta', 'license', 'contact']

/** Members that show and explain. They may be improved at any time. */
const FOR_PEOPLE = ['example', 'examples', 'description', 'summary', 'tags']

// The members below these are our names: a member of an offer may be called `description`.
const NAMES_BELOW = ['properties', 'schemas', 'headers', 'parameters', 'responses', 'paths', 'content']

/** A description, or a part of one, without texts and facts of the day. All names that clients see stay. */
function stripVolatile(value: unknown, namesFollow = false): unknown {
  if (Array.isArray(value)) return value.map((item) => stripVolatile(item))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(
    ([name]) => namesFollow || !(OF_THE_DAY.includes(name) || FOR_PEOPLE.includes(name)),
  )
  return Object.fromEntries(
    kept.map(([name, each]) => [name, stripVolatile(each, NAMES_BELOW.includes(name) && !namesFollow)]),
  )
}

/** The promises of a version. The announcement of its end revokes none of them before the end. */
const describe = ({ end: _, ...version }: ApiVersion) => {
  const { name } = VERSIONS.find((known) => known.name === version.name) ?? CURRENT_VERSION
  return stripVolatile(describeApi({ ...EMPTY_DAY, version: { ...version, name } }))
}
const present = describe(CURRENT_VERSION)

/** `make history` sets it. */
if (process.env.WRITE_HISTORY) {
  for (const version of VERSIONS)
    writeFileSync(`${ROOT}${fileOf(version)}`, `${JSON.stringify(describe(version), null, 2)}\n`)
}

function fileOf(version: ApiVersion): string {
  return `test/history/${presentName(version)}.json`
}

t.test('the present descriptions lie in the history (`make history` writes them)', async (t) => {
  for (const version of VERSIONS) {
    t.strictSame(JSON.parse(read(fileOf(version))), describe(version))
    t.strictSame(
      stripVolatile(describeApi({ ...DAY, version })),
      describe(version),
      'they are the same on every day, for every source',
    )
  }
})

const promises: Promises = {
  published: publishedDescriptions(),
  versions: VERSIONS,
  describe,
  isOnPurpose,
  changelog: read('CHANGELOG.md'),
}

t.test('no promise of a published description is broken, except as announced', async (t) => {
  t.ok(promises.published.length >= 2)
  t.strictSame(brokenPromises(promises), [])
})

/** The message for a version with another `schema_version` than the published one. */
function replacing(replacement: Partial<Replacement> | undefined, changelog: string): string[] {
  const replaced = { schemaVersion: 'beta.1', announced: '2026-12-01', since: '2026-12-31', ...replacement }
  const version = {
    ...CURRENT_VERSION,
    schemaVersion: 'beta.2',
    ...(replacement ? { replaced: [replaced] } : {}),
  }
  return brokenPromises({ ...promises, versions: [version], changelog })
}

t.test('another schema_version is announced in the changelog, 30 days before', async (t) => {
  const line = '- From 2026-12-31 on `beta.2` takes the place of `beta.1`, as announced on 2026-12-01.'
  t.strictSame(replacing({}, `x\n${line}\ny`), [])
  t.match(replacing(undefined, line), [
    /\/beta is beta\.2, and not beta\.1 any more; `replaced` in .* says since when/,
  ])
  t.match(replacing({ schemaVersion: 'beta.0' }, line)[0], /`replaced` in/)
  t.strictSame(replacing({ since: '2026-12-30' }, line.replace('31', '30')), [
    'beta.2 in place of beta.1: announced 2026-12-01, and due 29 days later, not 30',
  ])
  for (const word of ['`beta.1`', '`beta.2`', '2026-12-01', '2026-12-31'])
    t.strictSame(replacing({}, line.replace(word, '…')), [
      'beta.2 in place of beta.1: no line of CHANGELOG.md names `beta.1`, `beta.2`, 2026-12-01, 2026-12-31',
    ])
})

t.test('answers are checked against every version that was not replaced', async (t) => {
  t.ok(stillPromises(present, VERSIONS))
  t.notOk(stillPromises(present, [{ ...CURRENT_VERSION, schemaVersion: 'beta.2' }]))
})

t.test('a version ends as announced, with a successor', async (t) => {
  const v1: ApiVersion = { name: 'v1', basePath: '/v1', schemaVersion: 'v1.0' }
  const line = '- `beta.1` ends on 2027-02-01, as announced on 2026-12-15.'
  const ending = (change: Partial<VersionEnd>, changelog = line, next: ApiVersion = v1) => {
    const end = {
      announced: '2026-12-15',
      deprecated: '2027-01-01T00:00:00.000Z',
      sunset: '2027-02-01T00:00:00.000Z',
      successor: 'v1',
      ...change,
    }
    return brokenPromises({ ...promises, versions: [{ ...CURRENT_VERSION, end }, next], changelog })
  }
  t.strictSame(ending({}), [])
  t.strictSame(ending({ announced: '2027-01-03' }, line.replace('2026-12-15', '2027-01-03')), [
    'the end of /beta: announced 2027-01-03, and due 29 days later, not 30',
  ])
  t.strictSame(ending({}, ''), [
    'the end of /beta: no line of CHANGELOG.md names `beta.1`, 2026-12-15, 2027-02-01',
  ])
  const noSuccessor = ['the end of /beta: its successor v2 is no version that stays']
  t.strictSame(ending({ successor: 'v2' }), noSuccessor)
  t.match(ending({ successor: 'beta' }), [/its successor beta is no version that stays/])
  t.match(ending({ deprecated: '2027-02-01T00:00:00.001Z' }), [/ends before it is deprecated/])
  t.match(brokenPromises({ ...promises, versions: [v1] }), [
    /\/beta is gone; its row stays/,
    /\/beta is gone/,
  ])
})

t.test('each intended change still shows as a difference, and is in the changelog', async (t) => {
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
})

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
    const found = brokenPromises({ ...promises, describe: () => changed(change) })
    // The present description counts from the day when it is written, not when it is released.
    const promise = `${presentName(CURRENT_VERSION)}: ${name} (a breaking change needs a new schema_version `
    t.ok(
      found.some((each) => each.startsWith(promise)),
      what,
      { found, name },
    )
  }
})

t.test('additions break nothing', async (t) => {
  const more = changed((paths, { schemas }) => {
    Object.assign(schemas?.Offer?.properties ?? {}, { colour: { type: 'string' } })
    Object.assign(paths, { '/beta/new': { get: { responses: {} } } })
    const all: unknown = paths['/beta/offers']?.get?.parameters
    if (Array.isArray(all)) all.push({ name: 'region', in: 'query', required: false, schema: {} })
    Object.assign(parameter(paths, 'limit').schema ?? {}, { maximum: 500 })
  })
  t.strictSame(breakingChanges(present, more), [])
})

t.test('a member with the name of a keyword of the description stays', async (t) => {
  const of = (properties: object) => stripVolatile({ properties })
  t.strictSame(of({ description: { type: 'string', description: 'x' } }), {
    properties: { description: { type: 'string' } },
  })
})
