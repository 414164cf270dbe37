// The code of a call, in a tab for each language.

import { type ShownCall, snippetsOf } from '../content/snippets.ts'
import { connectCopy } from './copy.ts'
import { byId, element } from './dom.ts'
import { showAsTabs } from './tabs.ts'

/** Makes tabs of the code that the page was built with. @returns a function that shows the code of another call */
export function showCode(call: ShownCall): (call: ShownCall) => void {
  const snippets = snippetsOf(call)
  const codes = snippets.map(({ code }) => element('code', { text: code }))
  const tabs = snippets.map(({ id, title }, index) => ({
    id: `code-${id}`,
    title,
    panel: panelOf(`The call in ${title}`, codes[index]),
  }))
  const { list, current } = showAsTabs('The call in', tabs)
  const copy = element('button', { class: 'quiet', text: 'Copy', attributes: { type: 'button' } })
  connectCopy(copy, () => codes[current()]?.textContent ?? '')
  const head = element('div', { class: 'code-head', children: [list, copy] })
  byId('code', HTMLDivElement).replaceChildren(head, ...tabs.map(({ panel }) => panel))
  return (next) => {
    for (const [index, { code }] of snippetsOf(next).entries()) codes[index]?.replaceChildren(code)
  }
}

function panelOf(label: string, code: HTMLElement | undefined): HTMLElement {
  const attributes = { tabindex: '0', role: 'region', 'aria-label': label }
  const pre = element('pre', { attributes, children: code ? [code] : [] })
  return element('div', { children: [pre] })
}
