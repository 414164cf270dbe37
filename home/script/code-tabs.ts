// The code of a call, in a tab for each language. The chosen language is shown in all places, and again at the next visit.

import { type ShownCall, SNIPPET_IDS, type Snippet, snippetsOf } from '../snippets.ts'
import { connectCopy } from './copy.ts'
import { byId, element } from './dom.ts'
import { showAsTabs } from './tabs.ts'

const KEPT_AS = 'language'
const shown: ((language: string) => void)[] = []

/** Makes tabs of the code that the page was built with. @returns a function that shows the code of another call */
export function showCode(place: string, call: ShownCall): (call: ShownCall) => void {
  const host = byId(place, HTMLDivElement)
  const snippets = snippetsOf(call)
  const codes = snippets.map(({ code }) => element('code', { text: code }))
  const name = host.dataset.name ?? ''
  const tabs = snippets.map(({ id, title }, index) => ({
    id: `${place}-${id}`,
    title,
    panel: panelOf(`${name} ${title}`, codes[index]),
  }))
  const { list, current, show } = showAsTabs(name, tabs, (index) => choose(snippets[index]))
  const copy = element('button', { class: 'quiet', text: 'Copy', attributes: { type: 'button' } })
  connectCopy(copy, () => codes[current()]?.textContent ?? '')
  const head = element('div', { class: 'code-head', children: [list, copy] })
  host.replaceChildren(head, ...tabs.map(({ panel }) => panel))
  shown.push((language) => show(SNIPPET_IDS.indexOf(language)))
  show(Math.max(0, SNIPPET_IDS.indexOf(keptLanguage())))
  return (next) => {
    for (const [index, { code }] of snippetsOf(next).entries()) codes[index]?.replaceChildren(code)
  }
}

function panelOf(label: string, code: HTMLElement | undefined): HTMLElement {
  const attributes = { tabindex: '0', role: 'region', 'aria-label': label }
  const pre = element('pre', { attributes, children: code ? [code] : [] })
  return element('div', { children: [pre] })
}

function choose(snippet: Snippet | undefined): void {
  if (!snippet) return
  for (const show of shown) show(snippet.id)
  try {
    localStorage.setItem(KEPT_AS, snippet.id)
  } catch {
    // This browser stores nothing for pages: the choice ends with the visit.
  }
}

function keptLanguage(): string {
  try {
    return localStorage.getItem(KEPT_AS) ?? ''
  } catch {
    return ''
  }
}
