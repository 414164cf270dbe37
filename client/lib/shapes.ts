// Shapes of values that came over the wire.

export type Members = Record<string, unknown>

/** An array is an object, too. */
export const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null
export const isText = (value: unknown): value is string => typeof value === 'string'
export const isNumber = (value: unknown): value is number => typeof value === 'number'

/** The value of a text; undefined if it is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
