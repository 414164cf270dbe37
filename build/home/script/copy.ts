// The buttons that copy code.

import { byId } from './dom.ts'

/** How long a button shows the outcome in place of its label. */
const SAID_MS = 2000

/** Each button names the element whose text it copies. */
export function connectCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const label = button.textContent
    button.addEventListener('click', async () => {
      const text = byId(button.dataset.copy ?? '', HTMLElement).textContent
      button.textContent = (await copyText(text)) ? 'Copied' : 'Not copied: select it'
      setTimeout(() => {
        button.textContent = label
      }, SAID_MS)
    })
    button.hidden = false
  }
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Browsers have the clipboard on secure pages only.
    return false
  }
}
