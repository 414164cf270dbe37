// The choices of the reader in the form, and in the address of the page: all but the key, so that a call can be shared.

import { elementAt } from '../../../lib/lists.ts'
import type { Call, ShownRoute } from '../content/snippets.ts'
import { byId } from './dom.ts'

/** A call that the reader chose, and the key for it. */
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
    this.readAddress()
    this.form.hidden = false
  }

  /** Takes the choices in the address, as far as they are valid. All other fields but the key get their initial values. */
  readAddress(): void {
    const given = new URLSearchParams(location.search)
    for (const field of this.#shared()) {
      field.value = given.get(field.id) ?? initialOf(field)
      // A menu without an option for the value is empty now.
      if (field.value === '' || !field.checkValidity()) field.value = initialOf(field)
    }
  }

  /** @param isStep whether the back button of the browser returns to the choices before this one */
  writeAddress(isStep: boolean): void {
    const chosen = new URLSearchParams()
    for (const field of this.#shared()) {
      // An initial value needs no parameter: without one, `readAddress` sets it. An empty field has none either.
      if (!field.disabled && field.value !== '' && field.value !== initialOf(field))
        chosen.set(field.id, field.value)
    }
    const query = String(chosen) === '' ? '' : `?${chosen}`
    if (query === location.search) return
    history[isStep ? 'pushState' : 'replaceState'](null, '', `${location.pathname}${query}#try`)
  }

  /** The fields in the address. SECURITY: without the key, since addresses are kept and shared. */
  #shared(): (HTMLSelectElement | HTMLInputElement)[] {
    const fields = this.form.querySelectorAll<HTMLSelectElement | HTMLInputElement>('select, input')
    return Array.from(fields).filter((field) => field !== this.#key)
  }

  /** Shows the fields of the chosen route. @returns the choices; undefined if a field is wrong */
  read(): Choices | undefined {
    const route = elementAt(this.#routes, this.#menu.selectedIndex)
    this.#showOnly(route)
    // SECURITY: what the fields hold becomes a part of code to paste; their patterns allow what is harmless there.
    if (!this.form.checkValidity()) return undefined
    // Route and key have no `name`, so the data of the form leaves them out; it has the order of the fields.
    const fields = Array.from(new FormData(this.form), ([name, value]) => [name, String(value).trim()])
    const { id, ...query } = Object.fromEntries(fields.filter(([, value]) => value !== ''))
    const typed = this.#key.value.trim()
    return { call: { route, id, query }, key: typed || (this.#key.dataset.demo ?? ''), isDemo: typed === '' }
  }

  /** Hides and disables the fields that the route does not read, so that they cannot be wrong. */
  #showOnly({ name }: ShownRoute): void {
    for (const part of this.form.querySelectorAll<HTMLElement>('[data-routes]')) {
      part.hidden = !part.dataset.routes?.split(' ').includes(name)
      for (const field of part.querySelectorAll<HTMLInputElement>('input, select'))
        field.disabled = part.hidden
    }
  }
}

function initialOf(field: HTMLSelectElement | HTMLInputElement): string {
  return field instanceof HTMLSelectElement ? (field.options[0]?.value ?? '') : field.defaultValue
}

/** A route from its option, which the build writes (`templates/try-it.ts`), so its kind is known. */
function routeOf({ value, text, dataset }: HTMLOptionElement): ShownRoute {
  return { name: value, path: text, kind: dataset.kind as ShownRoute['kind'], needsKey: 'key' in dataset }
}
