// Tabs (ARIA Authoring Practices): one panel at a time; arrow keys go from tab to tab.

import { element } from './dom.ts'

export interface Tab {
  id: string
  title: string
  panel: HTMLElement
}

export interface Tabs {
  /** The row of tabs, to put before the panels. */
  list: HTMLElement
  /** The index of the panel that is shown. */
  current(): number
}

export function showAsTabs(name: string, tabs: readonly Tab[]): Tabs {
  const buttons = tabs.map(tabButton)
  let shown = 0
  const show = (index: number) => {
    shown = (index + tabs.length) % tabs.length
    for (const [at, button] of buttons.entries()) {
      button.setAttribute('aria-selected', String(at === shown))
      button.tabIndex = at === shown ? 0 : -1
    }
    for (const [at, { panel }] of tabs.entries()) panel.hidden = at !== shown
  }
  for (const [index, button] of buttons.entries()) {
    button.addEventListener('click', () => show(index))
    button.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1, Home: -index, End: tabs.length - 1 - index }[key]
      if (step === undefined) return
      show(index + step)
      buttons[shown]?.focus()
    })
  }
  show(0)
  const list = element('div', { children: buttons, attributes: { role: 'tablist', 'aria-label': name } })
  return { list, current: () => shown }
}

function tabButton({ id, title, panel }: Tab): HTMLButtonElement {
  panel.setAttribute('role', 'tabpanel')
  panel.setAttribute('aria-labelledby', `tab-${id}`)
  panel.id = `panel-${id}`
  const attributes = { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': panel.id }
  return element('button', { text: title, attributes })
}
