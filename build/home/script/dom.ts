// Elements. SECURITY: everything that came over the network becomes text, never HTML.

/** @throws {TypeError} if the page has no such element: script and page are of one build */
export function byId<E extends HTMLElement>(id: string, type: new () => E): E {
  const found = document.getElementById(id)
  if (!(found instanceof type)) throw new TypeError(`the page has no ${type.name} #${id}`)
  return found
}

interface Facts {
  class?: string
  text?: string
  children?: readonly Node[]
  attributes?: Readonly<Record<string, string>>
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { class: name, text, children = [], attributes = {} }: Facts = {},
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  if (name !== undefined) made.className = name
  if (text !== undefined) made.textContent = text
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}
