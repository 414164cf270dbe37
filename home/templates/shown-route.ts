// A route as the form, the code and the script of the page know it.

import { PATHS, type ResourceName, resource } from '../../contract/api/resources.ts'
import type { ShownRoute } from '../snippets.ts'

export function shownRoute(name: ResourceName): ShownRoute {
  const { kind, needsKey } = resource(name)
  return { name, path: PATHS[name], kind, needsKey }
}
