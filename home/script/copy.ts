// Buttons that copy.

const SAID_MS = 2000

/** @param textOf what is copied when the button is pressed */
export function connectCopy(button: HTMLButtonElement, textOf: () => string): void {
  const label = button.textContent
  button.addEventListener('click', async () => {
    button.textContent = (await copyText(textOf())) ? 'Copied' : 'Not copied: select it'
    setTimeout(() => {
      button.textContent = label
    }, SAID_MS)
  })
}

/** Buttons that the page was built with name the element whose text they copy. */
export function connectCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    connectCopy(button, () => document.getElementById(button.dataset.copy ?? '')?.textContent ?? '')
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
