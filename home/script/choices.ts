// What the reader chose: read from the form, and from the address of the page, by which a call can be shared.

import { FILTER_NAMES, type FilterName } from '../../contract/api/filters.ts'
import { KEY_KINDS, KEY_LIMITS, type KeyKindRow, WIDEST_LIMITS } from '../../contract/keys/kinds.ts'
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
  readonly #filters = FILTER_NAMES.map((name) => ({ name, field: filterField(name) }))
  readonly #limit = byId('limit', HTMLInputElement)
  readonly #key = byId('key', HTMLInputElement)

  constructor() {
    const given = new URLSearchParams(location.search)
    for (const { name, field } of this.#filters) {
      const slug = given.get(name) ?? ''
      field.show(isSlug(slug) ? slug : '')
    }
    const limit = given.get('limit') ?? ''
    if (/^[1-9]\d{0,3}$/.test(limit)) this.#limit.value = limit
    this.form.hidden = false
  }

  /** What is chosen, or undefined if a field is wrong; the field then says so. */
  read(): Choices | undefined {
    const typed = this.#key.value.trim()
    const isDemo = typed === ''
    const key = isDemo ? (this.#key.dataset.demo ?? '') : typed
    // SECURITY: it becomes a part of code to paste.
    this.#key.setCustomValidity(
      /^[\w-]*$/.test(key) ? '' : 'This is no key: keys have letters, digits and _ only.',
    )
    this.#limit.max = String(limitsOf(key).maxLimit)
    const filters: { [name in FilterName]?: string } = {}
    for (const { name, field } of this.#filters) {
      const slug = field.read()
      if (slug) filters[name] = slug
    }
    if (!this.form.checkValidity()) return undefined
    return { query: { ...filters, limit: Number(this.#limit.value) }, key, isDemo }
  }
}

/** What the kind that a key claims to be may read. The gateway alone knows better, also of kinds that came later. */
function limitsOf(key: string): KeyKindRow {
  const kind = KEY_KINDS.find((each) => key.startsWith(`offers_${KEY_LIMITS[each].word}_`))
  return kind ? KEY_LIMITS[kind] : WIDEST_LIMITS
}

/** A filter in the form. */
interface FilterField {
  /** @param slug '' for none */
  show(slug: string): void
  /** @returns '' for none, undefined if it is wrong; the field then says so */
  read(): string | undefined
}

function filterField(name: FilterName): FilterField {
  const control = byId(name, HTMLElement)
  return control instanceof HTMLSelectElement
    ? menuField(control)
    : suggestingField(byId(name, HTMLInputElement))
}

function menuField(menu: HTMLSelectElement): FilterField {
  return {
    show(slug) {
      menu.value = slug
      // A value that is no option leaves a menu without a choice.
      if (menu.selectedIndex < 0) menu.value = ''
    },
    read: () => menu.value,
  }
}

/** A name is typed, with or without its accents, or a slug. */
function suggestingField(input: HTMLInputElement): FilterField {
  const find = (text: string) =>
    Array.from(input.list?.options ?? []).find(
      ({ value, dataset }) => fold(value) === text || dataset.slug === text,
    )
  return {
    show(slug) {
      input.value = find(slug)?.value ?? slug
    },
    read() {
      const typed = fold(input.value.trim())
      const slug = typed === '' ? '' : find(typed)?.dataset.slug
      const isWrong = slug === undefined
      input.setAttribute('aria-invalid', String(isWrong))
      input.setCustomValidity(
        isWrong ? `No ${input.name} of this name has offers. Choose one of the list.` : '',
      )
      return slug
    },
  }
}

/** The address of the page with these choices. SECURITY: without the key. */
export function addressWith(query: ShownCall['query']): URL {
  const url = new URL('.', location.href)
  for (const name of [...FILTER_NAMES, 'limit'] as const) {
    if (query[name] !== undefined) url.searchParams.set(name, String(query[name]))
  }
  url.hash = 'try'
  return url
}
