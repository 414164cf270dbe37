// The page around the script: its elements, and the address that it was read from.

import { UNKNOWN_BASE } from '../../../contract/api/own-address.ts'

/** @throws {TypeError} if the page has no such element: script and page are of one build */
export function byId<E extends HTMLElement>(id: string, type: new () => E): E {
  const found = document.getElementById(id)
  if (!(found instanceof type)) throw new TypeError(`the page has no ${type.name} #${id}`)
  return found
}

/** The address of the gateway, without the slash at its end. */
export function baseUrl(): string {
  return new URL('.', location.href).href.replace(/\/$/, '')
}

/** Puts the address of the gateway into the code that the page was built with. */
export function showAddress(): void {
  for (const code of document.querySelectorAll('[data-here]'))
    code.textContent = code.textContent.replaceAll(UNKNOWN_BASE, baseUrl())
}
