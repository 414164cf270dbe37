// Raw requests, put together from parts with known effects on the answer.
//
// The oracle is the order that the API promises: malformed HTTP, preflight, route, other methods, key, parameters, scope,
// offer, condition. If servers may refuse or ignore a part, both answers are right.

import type { Random } from './random.ts'
import {
  type Choice,
  type Credentials,
  choiceOf,
  credentialsOf,
  type Framing,
  framingOf,
  type Keys,
  type Method,
  methodOf,
} from './request-parts.ts'
import { type Published, type Target, targetOf } from './request-targets.ts'

/** The allowed answers. */
export interface Expected {
  /** The statuses that are right. */
  statuses: readonly number[]
  /** Whether the connection ends with it, and later requests get no answer. */
  mayClose: boolean
  /** Whether a body may follow the head. */
  hasBody: boolean
  /** The plain target with the body of a 200; undefined if any body is right. */
  target: string | undefined
  /** The key of a 200; undefined for none. */
  kind: 'named' | 'demo' | undefined
}

export interface RawRequest {
  bytes: string
  expected: Expected
}

/** The data of the requests. */
export type Material = Keys & Published

/** A request, and its allowed answers. */
export function generateRequest(random: Random, material: Material): RawRequest {
  const target = targetOf(random, material)
  const credentials = credentialsOf(random, material)
  const method = methodOf(random)
  const framing = framingOf(random)
  const choice = choiceOf(random)
  const { version = 'HTTP/1.1', hosts = ['Host: x'] } = framing
  const fields = shuffled(random, [...hosts, ...credentials.fields, ...choice.fields, ...framing.fields])
  const bytes = [`${method.name} ${target.text} ${version}`, ...fields, '', framing.body].join('\r\n')
  return { bytes, expected: expectedOf(target, credentials, method, framing, choice) }
}

function expectedOf(
  target: Target,
  { kind }: Credentials,
  method: Method,
  { fate, version }: Framing,
  { isConditional, isPartial }: Choice,
): Expected {
  const refused = [400, 431]
  if (method.effect === 'malformed' || fate === 'refused') {
    const hasBody = method.effect !== 'head'
    return { statuses: refused, mayClose: true, hasBody, target: undefined, kind: undefined }
  }
  const statuses = wellFormed(target, kind, method)
  if (statuses.includes(200)) {
    if (isConditional) statuses.push(304)
    if (isPartial && target.plain === '/beta/snapshot') statuses.push(206, 416)
  }
  const mayClose = fate === 'either' || version !== undefined
  if (fate === 'either') statuses.push(...refused)
  const plain = isPartial && target.plain === '/beta/snapshot' ? undefined : target.plain
  return { statuses, mayClose, hasBody: method.effect !== 'head', target: plain, kind }
}

function wellFormed(target: Target, kind: 'named' | 'demo' | undefined, { effect }: Method): number[] {
  if (effect === 'preflight') return [204]
  if (target.route === 'none') return [404]
  if (effect === 'refused') return [405]
  if (target.route === 'keyed' && kind === undefined) return [401]
  if (kind === 'demo' && target.status === 200) return [target.demoStatus ?? 200]
  return [target.status]
}

function shuffled(random: Random, fields: readonly string[]): string[] {
  const left = [...fields]
  return fields.map(() => left.splice(random.below(left.length), 1)[0] ?? '')
}
