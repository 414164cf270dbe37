// The choices of the reader in the form; the address of the page may name the route.

import { at } from '../../../lib/lists.ts'
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
  readonly #key = byId('key', HTMLInputElement)

  constructor() {
    const route = new URLSearchParams(location.search).get('route')
    if (this.#routes.some(({ name }) => name === route)) this.#menu.value = String(route)
    this.form.hidden = false
  }

  /** The choices, or undefined if a field is wrong. */
  read(): Choices | undefined {
    const route = at(this.#routes, this.#menu.selectedIndex)
    this.#showOnly(route)
    // SECURITY: what the fields hold becomes a part of code to paste; their patterns allow what is harmless there.
    if (!this.form.checkValidity()) return undefined
    const fields = Array.from(new FormData(this.form), ([name, value]) => [name, String(value).trim()])
    const { id, ...query } = Object.fromEntries(fields.filter(([, value]) => value !== ''))
    const typed = this.#key.value.trim()
    return { call: { route, id, query }, key: typed || (this.#key.dataset.demo ?? ''), isDemo: typed === '' }
  }

  /** Fields that the route does not read are hidden, and never wrong. */
  #showOnly({ name }: ShownRoute): void {
    for (const part of this.form.querySelectorAll<HTMLElement>('[data-routes]')) {
      part.hidden = !part.dataset.routes?.split(' ').includes(name)
      for (const field of part.querySelectorAll<HTMLInputElement>('input, select'))
        field.disabled = part.hidden
    }
  }
}

/** The build writes the options, so their kinds are known. */
function routeOf({ value, text, dataset }: HTMLOptionElement): ShownRoute {
  return { name: value, path: text, kind: dataset.kind as ShownRoute['kind'], needsKey: 'key' in dataset }
}
