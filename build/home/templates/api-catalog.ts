// The API catalog (RFC 9727), by which programs find the description of the API and the pages about it. It is a linkset
// (RFC 9264), which has no other member than `linkset`: so the attribution is the title of a link.

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

/**
 * A path as a link from the catalog, which is in the folder `/.well-known`. A relative link is right even if a proxy serves
 * the gateway below another path.
 */
function fromCatalog(path: string): string {
  return `..${path}`
}
