// The part of a description that is a lasting promise: everything except records of the day and texts for people.

/** Members that differ from day to day, or from source to source. */
const OF_THE_DAY = ['x-meta', 'license', 'contact']

/** Members that show and explain. They may be improved at any time. */
const FOR_PEOPLE = ['example', 'examples', 'description', 'summary', 'tags']

/** A description, or a part of one, without texts and facts of the day. All names that clients see stay. */
export function stripVolatile(value: unknown, namesFollow = false): unknown {
  if (Array.isArray(value)) return value.map((item) => stripVolatile(item))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(
    ([name]) => namesFollow || !(OF_THE_DAY.includes(name) || FOR_PEOPLE.includes(name)),
  )
  // The members below these are our names: a member of an offer may be called `description`.
  return Object.fromEntries(
    kept.map(([name, each]) => [name, stripVolatile(each, NAMES_BELOW.includes(name) && !namesFollow)]),
  )
}

const NAMES_BELOW = ['properties', 'schemas', 'headers', 'parameters', 'responses', 'paths', 'content']
