// The choices of the reader in the form; the address of the page may name the route.

import { FILTER_NAMES } from '../../contract/api/filters.ts'
import { at } from '../../lib/lists.ts'
import type { Call, ShownRoute } from '../content/snippets.ts'
import { byId } from './dom.ts'

export interface Choices {
  call: Call
  key: string
  /** Whether it is the public demo key. */
  isDemo: boolean
}

export class ChoiceForm {
  readonly form = byId('call', HTMLFormElement)
  readonly #menu = byId('route', HTMLSelectElement)
  readonly #routes = Array.from(this.#menu.options, routeOf)
  readonly #fields: readonly Field[]
  readonly #key = byId('key', HTMLInputElement)
  readonly #demoKey = this.#key.dataset.demo ?? ''

  constructor() {
    // SECURITY: what these read becomes a part of code to paste.
    this.#fields = [
      ...FILTER_NAMES.map(menuField),
      textField('since', /^[\dTZ:.-]*$/, 'a moment: copy data_as_of from an answer'),
      textField('id', /^[\w-]+$/, 'an id: copy it from an answer'),
      textField('limit', /^[1-9]\d{0,3}$/, 'a whole number above 0'),
    ]
    const route = new URLSearchParams(location.search).get('route')
    if (this.#routes.some(({ name }) => name === route)) this.#menu.value = String(route)
    this.form.hidden = false
  }

  /** The choices, or undefined if a field is wrong; the field then says so. */
  read(): Choices | undefined {
    const route = at(this.#routes, this.#menu.selectedIndex)
    const names = namesIn(route)
    const typed = this.#key.value.trim()
    const isDemo = typed === ''
    const key = isDemo ? this.#demoKey : typed
    // SECURITY: it becomes a part of code to paste.
    this.#key.setCustomValidity(
      /^[\w-]*$/.test(key) ? '' : 'This is not a key: keys have letters, digits and _ only.',
    )
    this.#showOnly([...names, ...(route.needsKey ? ['key'] : [])])
    const { id, ...query } = this.#readAll(names)
    if (!this.form.checkValidity()) return undefined
    return { call: { route, query, ...(id === undefined ? {} : { id }) }, key, isDemo }
  }

  #readAll(names: readonly string[]): Record<string, string> {
    const values: Record<string, string> = {}
    for (const { name, read } of this.#fields) {
      const value = names.includes(name) ? read() : undefined
      if (value) values[name] = value
    }
    return values
  }

  /** Fields that the route does not read are hidden and never wrong. */
  #showOnly(names: readonly string[]): void {
    for (const part of this.form.querySelectorAll<HTMLElement>('[data-field]')) {
      part.hidden = !names.includes(part.dataset.field ?? '')
      for (const field of part.querySelectorAll<HTMLInputElement>('input, select'))
        field.disabled = part.hidden
    }
  }
}

/** The build writes the options, so their kinds are known. */
function routeOf({ value, text, dataset }: HTMLOptionElement): ShownRoute {
  return { name: value, path: text, kind: dataset.kind as ShownRoute['kind'], needsKey: 'key' in dataset }
}

/** The fields that a route reads. */
function namesIn({ kind }: ShownRoute): readonly string[] {
  switch (kind) {
    case 'list':
      return [...FILTER_NAMES, 'limit']
    case 'changes':
      return ['since', 'limit']
    case 'item':
      return ['id']
    default:
      return []
  }
}

/** A value in the form. */
interface Field {
  name: string
  /** @returns '' if empty, undefined if wrong; the field then says so */
  read(): string | undefined
}

function menuField(name: string): Field {
  const menu = byId(name, HTMLSelectElement)
  return { name, read: () => menu.value }
}

/** @param expected continues “Expected” */
function textField(name: string, pattern: RegExp, expected: string): Field {
  const input = byId(name, HTMLInputElement)
  return {
    name,
    read() {
      const typed = input.value.trim()
      const isWrong = !pattern.test(typed)
      input.setCustomValidity(isWrong ? `Expected ${expected}.` : '')
      return isWrong ? undefined : typed
    },
  }
}
