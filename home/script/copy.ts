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
    // Browsers have it on secure pages only.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelecting(text)
  }
}

function copyBySelecting(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'unseen'
  const focused = document.activeElement
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
