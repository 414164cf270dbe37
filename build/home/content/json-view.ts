// JSON as people read it: indented, coloured by what each word is, and the members of offers set apart, so that they can
// light up together with the parts of a card. The build and the script of the page make the same of it.

import { isRecord } from '../../../lib/json/json.ts'

export interface JsonWord {
  text: string
  /** The class that colours it; empty for brackets, commas and white space. */
  kind: 'key' | 'text' | 'number' | 'word' | ''
}

export interface JsonPart {
  words: JsonWord[]
  /** The member of an offer that the part is, and which offer of the answer has it. */
  member?: { name: string; offer: number }
}

const KINDS: Readonly<Record<string, JsonWord['kind']>> = { string: 'text', number: 'number' }

/** All texts together are `JSON.stringify(value, null, 2)`. */
export function jsonParts(value: unknown): JsonPart[] {
  let part: JsonPart = { words: [] }
  const parts = [part]
  let offers = 0
  const begin = (member?: JsonPart['member']) => {
    part = member ? { words: [], member } : { words: [] }
    parts.push(part)
  }
  const add = (text: string, kind: JsonWord['kind'] = '') => part.words.push({ text, kind })

  function write(value: unknown, indent: string): void {
    if (!Array.isArray(value) && !isRecord(value)) {
      add(JSON.stringify(value), KINDS[typeof value] ?? 'word')
      return
    }
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
    const offer = isOffer(value) ? offers++ : undefined
    const members = Object.entries(value)
    add(open)
    members.forEach(([name, item], index) => {
      add(`\n${indent}  `)
      if (offer !== undefined) begin({ name, offer })
      if (!Array.isArray(value)) {
        add(JSON.stringify(name), 'key')
        add(': ')
      }
      write(item, `${indent}  `)
      if (offer !== undefined) begin()
      if (index < members.length - 1) add(',')
    })
    add(members.length > 0 ? `\n${indent}${close}` : close)
  }

  write(value, '')
  return parts
}

function isOffer(value: object): boolean {
  return 'benefit' in value && 'title' in value
}
