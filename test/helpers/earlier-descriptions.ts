// Checks answers against every published description that is still valid, and lists the requests it allows.

import { isOnPurpose, standingDescriptions } from '../history/published.ts'
import { createDescriptionCheck } from './api-description.ts'
import type { Answer } from './http.ts'

/**
 * Makes a function that lists the differences of an answer from each description, except those on purpose or in later
 * routes.
 */
export function createHistoryCheck(): (target: string, answer: Answer) => string[] {
  checks ??= standingDescriptions().map(({ version, document }) => ({
    version,
    check: createDescriptionCheck(document),
  }))
  const ofEach = checks
  return (target, answer) =>
    ofEach.flatMap(({ version, check }) =>
      check(target, answer)
        .filter((finding) => !finding.includes(' is not described, yet answered '))
        .filter((finding) => !isOnPurpose(version, `${target.split('?')[0]} ${answer.status}: ${finding}`))
        .map((finding) => `${version}: ${finding}`),
    )
}

/** Made once for all tests of this process, because compiling the schemas takes long. */
let checks: { version: string; check: ReturnType<typeof createDescriptionCheck> }[] | undefined

interface Parameter {
  name: string
  in: string
  schema: { minimum?: number; maximum?: number; default?: unknown; pattern?: string; format?: string }
}

interface Document {
  paths: Record<string, { get: { parameters?: (Parameter & { $ref?: string })[] } }>
}

/** Values that depend on the day: the id of an offer, and the moment of the release. */
export interface KnownValues {
  id: string
  day: string
}

/** Requests that a description allows: each path alone, with each parameter at its bounds, and with all parameters. */
export function allowedRequests(document: unknown, { id, day }: KnownValues): string[] {
  const { paths } = document as Document
  return Object.entries(paths).flatMap(([template, { get }]) => {
    const path = template.replace('{id}', id)
    const inQuery = (get.parameters ?? []).filter((each) => each.in === 'query')
    const single = inQuery.flatMap((each) =>
      valuesOf(each, day).map((value) => `${path}?${each.name}=${value}`),
    )
    const all = inQuery.map((each) => `${each.name}=${valuesOf(each, day)[0]}`).join('&')
    return [path, ...single, ...(all === '' ? [] : [`${path}?${all}`])]
  })
}

function valuesOf({ name, schema }: Parameter, day: string): (string | number)[] {
  if (schema.format === 'date-time') return [day]
  const { minimum, maximum } = schema
  if (minimum !== undefined && maximum !== undefined) return [minimum, maximum, Number(schema.default)]
  if (new RegExp(schema.pattern ?? '').test('some-slug-2')) return ['some-slug-2']
  throw new RangeError(`no value for ${name}`)
}
