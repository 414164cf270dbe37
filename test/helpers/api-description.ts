// Checks answers against the API's own description, by ajv alone, without the project's schemas.

import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Answer } from './http.ts'

interface Operation {
  responses: Record<string, { $ref?: string }>
}

interface Described {
  headers?: Record<string, unknown>
  content?: Record<string, unknown>
}

interface Document {
  paths: Record<string, { get: Operation }>
  components: { responses: Record<string, Described> }
}

const ID = 'https://offers.example/openapi.json'

/** Makes a function that lists the differences of an answer from its description. */
export function createDescriptionCheck(openapi: unknown): (target: string, answer: Answer) => string[] {
  const document = openapi as Document
  // Each schema is compiled once, not once for each answer that refers to it.
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false })
  const addFormats = 'default' in formats ? formats.default : formats
  addFormats(ajv)
  ajv.addSchema({ $id: ID, ...document })
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>()

  return (target, answer) => {
    const path = target.split('?')[0] ?? ''
    const template = Object.keys(document.paths).find((each) => matches(each, path))
    if (!template)
      return answer.status === 404 ? [] : [`${path} is not described, yet answered ${answer.status}`]
    const named = document.paths[template]?.get.responses[answer.status]
    if (!named) return [`${template}: status ${answer.status} is not described`]
    const name = named.$ref?.split('/').at(-1)
    const response: Described =
      name === undefined ? (named as Described) : (document.components.responses[name] ?? {})
    const pointer = name
      ? `#/components/responses/${name}`
      : `#/paths/${template.replaceAll('/', '~1')}/get/responses/${answer.status}`
    return [...missingHeaders(response, answer), ...bodyErrors(response, pointer, answer)]
  }

  function missingHeaders(response: Described, answer: Answer): string[] {
    const names = Object.keys(response.headers ?? {})
    // A status may stand for several problems, of which not all carry its headers.
    const optional =
      answer.status >= 400 ? ['retry-after', 'content-range', 'ratelimit', 'ratelimit-policy'] : []
    // An answer that is not encoded, or is not a sample, lacks them.
    optional.push('content-encoding', 'x-sample')
    return names
      .map((name) => name.toLowerCase())
      .filter((name) => !optional.includes(name) && answer.headers[name] === undefined)
      .map((name) => `header ${name} is missing`)
  }

  function bodyErrors(response: Described, pointer: string, answer: Answer): string[] {
    const types = Object.keys(response.content ?? {})
    if (answer.body.length === 0) return []
    const type = answer.headers['content-type'] ?? ''
    if (!types.includes(type)) return [`content type ${type} is not one of ${types.join(', ')}`]
    if (!type.endsWith('json')) return []
    const ref = `${ID}${pointer}/content/${type.replaceAll('/', '~1').replaceAll('+', '%2B')}/schema`
    const validate =
      compiled.get(ref) ?? ajv.compile({ $ref: ref.replaceAll('{', '%7B').replaceAll('}', '%7D') })
    compiled.set(ref, validate)
    if (validate(answer.json)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}

function matches(template: string, path: string): boolean {
  if (template === path) return true
  const prefix = template.slice(0, template.indexOf('{'))
  return template.includes('{') && path.startsWith(prefix) && !path.slice(prefix.length).includes('/')
}
