// The address that the page was read from.

import { UNKNOWN_BASE } from '../../../contract/api/own-address.ts'

/** The address of the gateway, without a slash at its end: the folder of the page, as all pages are at its root. */
export function baseUrl(): string {
  return new URL('.', location.href).href.replace(/\/$/, '')
}

/** Puts the address of the gateway into the code that the page was built with. */
export function showAddress(): void {
  for (const code of document.querySelectorAll('[data-here]'))
    code.textContent = code.textContent.replaceAll(UNKNOWN_BASE, baseUrl())
}
