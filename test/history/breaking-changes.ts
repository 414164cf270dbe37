// Lists the changes that break clients of an earlier description. Additions break none.

type Json = Readonly<Record<string, unknown>>

/** @returns a line for each breaking change, empty if there is none */
export function breakingChanges(before: unknown, after: unknown): string[] {
  const [old, now] = [asJson(before), asJson(after)]
  return keysOf(old.paths).flatMap((path) => {
    const [operation, later] = [operationAt(old, path), operationAt(now, path)]
    if (!later) return [`${path}: the route is gone`]
    return [
      ...requestChanges(path, [old, operation ?? {}], [now, later]),
      ...answerChanges(path, [old, operation ?? {}], [now, later]),
    ]
  })
}

type Part = readonly [document: Json, part: Json]

function requestChanges(path: string, [old, before]: Part, [now, after]: Part): string[] {
  const then = parametersOf(old, before)
  const later = parametersOf(now, after)
  const added = [...later].filter(([name, each]) => each.required === true && !then.has(name))
  return [
    ...(isOpen(before) && !isOpen(after) ? [`${path}: needs a key now`] : []),
    ...added.map(([name]) => `${path}: ${name} is required now`),
    ...[...then].flatMap(([name, each]) => {
      const same = later.get(name)
      if (!same) return [`${path}: the parameter ${name} is gone`]
      const required = same.required === true && each.required !== true
      return [
        ...(required ? [`${path}: ${name} is required now`] : []),
        ...bounds(`${path}: ${name}`, schemaOf(each), schemaOf(same)),
      ]
    }),
  ]
}

/** The values of a parameter: more may be allowed than before, never less. */
function bounds(where: string, before: Json, after: Json): string[] {
  const changes: string[] = []
  const [most, mostNow] = [before.maximum, after.maximum]
  const [least, leastNow] = [before.minimum, after.minimum]
  if (typeof mostNow === 'number' && (typeof most !== 'number' || mostNow < most))
    changes.push(`${where}: the maximum is lowered from ${most} to ${mostNow}`)
  if (typeof leastNow === 'number' && (typeof least !== 'number' || leastNow > least))
    changes.push(`${where}: the minimum is raised from ${least} to ${leastNow}`)
  for (const keyword of ['type', 'pattern', 'format', 'default', 'maxLength', 'minLength', 'enum']) {
    if (JSON.stringify(before[keyword]) !== JSON.stringify(after[keyword]))
      changes.push(
        `${where}: ${keyword} was ${JSON.stringify(before[keyword])}, is ${JSON.stringify(after[keyword])}`,
      )
  }
  return changes
}

function answerChanges(path: string, [old, before]: Part, [now, after]: Part): string[] {
  const answers = asJson(after.responses)
  return keysOf(before.responses).flatMap((status) => {
    const where = `${path} ${status}`
    const earlier = follow(old, asJson(before.responses)[status])
    const later = answers[status] === undefined ? undefined : follow(now, answers[status])
    if (!later) return [`${where}: the answer is gone`]
    const headers = keysOf(earlier.headers).filter((name) => !(name in asJson(later.headers)))
    const content = keysOf(earlier.content).flatMap((type) => {
      const body = asJson(later.content)[type]
      if (body === undefined) return [`${where}: ${type} is gone`]
      const schemas = [schemaOf(asJson(asJson(earlier.content)[type])), schemaOf(asJson(body))] as const
      return type.endsWith('json') ? schemaChanges(where, [old, schemas[0]], [now, schemas[1]]) : []
    })
    return [...headers.map((name) => `${where}: the header ${name} is gone`), ...content]
  })
}

/** An answer keeps every member, and the type of each, neither wider nor narrower. */
function schemaChanges(where: string, [old, before]: Part, [now, after]: Part): string[] {
  const [earlier, later] = [follow(old, before), follow(now, after)]
  const types = [typesOf(old, earlier), typesOf(now, later)].map((each) => each.join(' or '))
  if (types[0] !== types[1]) return [`${where}: the type was ${types[0]}, is ${types[1]}`]
  const changes: string[] = []
  for (const keyword of ['pattern', 'format', 'enum', 'const']) {
    if (JSON.stringify(earlier[keyword]) !== JSON.stringify(later[keyword]))
      changes.push(
        `${where}: ${keyword} was ${JSON.stringify(earlier[keyword])}, is ${JSON.stringify(later[keyword])}`,
      )
  }
  const required = requiredOf(later)
  for (const [name, member] of Object.entries(asJson(earlier.properties))) {
    const same = asJson(later.properties)[name]
    const at = `${where}/${name}`
    if (same === undefined) changes.push(`${at}: the member is gone`)
    else if (requiredOf(earlier).includes(name) && !required.includes(name))
      changes.push(`${at}: the member may be missing now`)
    else changes.push(...schemaChanges(at, [old, asJson(member)], [now, asJson(same)]))
  }
  if (earlier.items !== undefined)
    changes.push(...schemaChanges(`${where}/*`, [old, asJson(earlier.items)], [now, asJson(later.items)]))
  for (const [index, choice] of choicesOf(earlier).entries()) {
    const same = choicesOf(later)[index]
    if (same && keysOf(follow(old, choice).properties).length > 0)
      changes.push(...schemaChanges(where, [old, choice], [now, same]))
  }
  return changes
}

/** The types a value may have, also of alternatives, so that the form of a schema does not matter. */
function typesOf(document: Json, schema: Json): string[] {
  const own = [schema.type].flat().filter((type) => typeof type === 'string')
  const chosen = choicesOf(schema).flatMap((choice) => typesOf(document, follow(document, choice)))
  return [...new Set([...own, ...chosen])].sort()
}

function choicesOf(schema: Json): Json[] {
  return Array.isArray(schema.anyOf) ? schema.anyOf.map(asJson) : []
}

function requiredOf(schema: Json): unknown[] {
  return Array.isArray(schema.required) ? schema.required : []
}

function parametersOf(document: Json, operation: Json): Map<string, Json> {
  const all = Array.isArray(operation.parameters) ? operation.parameters : []
  return new Map(all.map((each) => follow(document, each)).map((each) => [`${each.in} ${each.name}`, each]))
}

function isOpen(operation: Json): boolean {
  return Array.isArray(operation.security) && operation.security.length === 0
}

function operationAt(document: Json, path: string): Json | undefined {
  const found = asJson(asJson(document.paths)[path]).get
  return found === undefined ? undefined : asJson(found)
}

const schemaOf = (part: Json): Json => asJson(part.schema)

function keysOf(value: unknown): string[] {
  return Object.keys(asJson(value))
}

/** The target of a reference, or the value itself. */
function follow(document: Json, value: unknown): Json {
  const json = asJson(value)
  if (typeof json.$ref !== 'string') return json
  const found = json.$ref
    .split('/')
    .slice(1)
    .reduce<unknown>((part, name) => asJson(part)[name], document)
  return follow(document, found)
}

function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
