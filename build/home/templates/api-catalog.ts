// Where programs find the description of the API and the page about it: a catalog of APIs (RFC 9727), as a linkset
// (RFC 9264), in which `linkset` is the only member. So the attribution is the title of a link.

import { HOME_PATHS } from '../../../contract/api/home.ts'
import { pathsIn } from '../../../contract/api/resources.ts'
import { versionsIn } from '../../../contract/api/versions.ts'
import { prettyJson } from '../../../lib/json/json.ts'
import type { HomeFacts } from '../content/home-facts.ts'

export function renderApiCatalog({ described }: HomeFacts): string {
  return prettyJson({
    linkset: versionsIn(described.edition.data_as_of).map((version) => ({
      anchor: fromCatalog(version.basePath),
      author: [{ href: fromCatalog('/'), title: described.edition.attribution }],
      'service-desc': [{ href: fromCatalog(pathsIn(version).openapi), type: 'application/json' }],
      'service-doc': [
        { href: fromCatalog('/'), type: 'text/html' },
        { href: fromCatalog(HOME_PATHS.llms), type: 'text/plain' },
      ],
    })),
  })
}

/** The address of a path relative to the catalog, which is one folder down: right below any path of the gateway. */
function fromCatalog(path: string): string {
  return `..${path}`
}
