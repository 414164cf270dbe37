// The elements that the script of the page works with.

/** @throws {TypeError} if the page has no such element: script and page are of one build */
export function byId<E extends HTMLElement>(id: string, type: new () => E): E {
  const found = document.getElementById(id)
  if (!(found instanceof type)) throw new TypeError(`the page has no ${type.name} #${id}`)
  return found
}
