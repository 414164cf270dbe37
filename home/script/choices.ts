// What the reader chose: read from the form, and from the address of the page, by which a call can be shared.

import { FILTER_NAMES } from '../../contract/api/filters.ts'
import { KEY_LIMITS } from '../../contract/keys/kinds.ts'
import { isSlug } from '../../lib/text/patterns.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import type { ShownCall } from '../snippets.ts'
import { byId } from './dom.ts'

export interface Choices {
  query: ShownCall['query']
  key: string
  /** Whether it is the key that the page has for everybody. */
  isDemo: boolean
}

export class ChoiceForm {
  readonly form = byId('call', HTMLFormElement)
  readonly #issuer = byId('issuer', HTMLSelectElement)
  readonly #category = byId('category', HTMLSelectElement)
  readonly #comuna = byId('comuna', HTMLInputElement)
  readonly #comunas = byId('comunas', HTMLDataListElement)
  readonly #limit = byId('limit', HTMLInputElement)
  readonly #key = byId('key', HTMLInputElement)

  constructor() {
    const given = new URLSearchParams(location.search)
    this.#issuer.value = slugIn(given.get('issuer')) ?? ''
    this.#category.value = slugIn(given.get('category')) ?? ''
    // What is no option leaves a select without a choice.
    for (const select of [this.#issuer, this.#category]) if (select.selectedIndex < 0) select.value = ''
    const comuna = slugIn(given.get('comuna'))
    if (comuna)
      this.#comuna.value = this.#options().find(({ dataset }) => dataset.slug === comuna)?.value ?? comuna
    const limit = given.get('limit') ?? ''
    if (/^[1-9]\d{0,3}$/.test(limit)) this.#limit.value = limit
    this.form.hidden = false
  }

  /** What is chosen, or undefined if a field is wrong; the field then says so. */
  read(): Choices | undefined {
    const key = this.#key.value.trim()
    const isDemo = key === ''
    this.#limit.max = String((key.startsWith('offers_live_') ? KEY_LIMITS.named : KEY_LIMITS.demo).maxLimit)
    const comuna = this.#comunaSlug()
    const isKnown = comuna !== null
    this.#comuna.setAttribute('aria-invalid', String(!isKnown))
    this.#comuna.setCustomValidity(
      isKnown ? '' : 'No comuna of this name has offers. Choose one of the list.',
    )
    // SECURITY: it becomes a part of code to paste.
    this.#key.setCustomValidity(
      /^[\w-]*$/.test(key) ? '' : 'This is no key: keys have letters, digits and _ only.',
    )
    if (!isKnown || !this.form.checkValidity()) return undefined
    return {
      query: {
        ...(this.#issuer.value ? { issuer: this.#issuer.value } : {}),
        ...(this.#category.value ? { category: this.#category.value } : {}),
        ...(comuna ? { comuna } : {}),
        limit: Number(this.#limit.value),
      },
      key: isDemo ? (this.#key.dataset.demo ?? '') : key,
      isDemo,
    }
  }

  /** '' for none, null if there is none of the name. */
  #comunaSlug(): string | null {
    const typed = fold(this.#comuna.value.trim())
    if (typed === '') return ''
    const named = this.#options().find(
      ({ value, dataset }) => fold(value.trim()) === typed || dataset.slug === typed,
    )
    return named?.dataset.slug ?? null
  }

  #options(): HTMLOptionElement[] {
    return Array.from(this.#comunas.options)
  }
}

/** The page with these choices. SECURITY: without the key. */
export function linkTo(query: ShownCall['query']): URL {
  const url = new URL('.', location.href)
  for (const name of [...FILTER_NAMES, 'limit'] as const) {
    if (query[name] !== undefined) url.searchParams.set(name, String(query[name]))
  }
  url.hash = 'try'
  return url
}

function slugIn(text: string | null): string | undefined {
  return text !== null && isSlug(text) ? text : undefined
}
