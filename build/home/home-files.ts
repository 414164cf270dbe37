// Home: the files next to the API, each with the address that it is published under.

import {
  type ClientPackage,
  HOME_FILES,
  type HomeFileName,
  type HomeMediaType,
  homeTarget,
  packageTarget,
} from '../../contract/api/home.ts'
import { rowsByName } from '../../lib/record-of.ts'
import { type HomeAssets, homeAssets } from './assets/home-assets.ts'
import { withClientAt } from './content/client-address.ts'
import type { HomeFacts } from './content/home-facts.ts'
import { renderApiCatalog } from './templates/api-catalog.ts'
import { homePage } from './templates/home.ts'
import { renderLlms } from './templates/llms.ts'
import type { PageFiles } from './templates/page.ts'
import { referencePage } from './templates/reference.ts'

/** A file next to the API, ready to be published. */
export interface HomeFile {
  name: HomeFileName
  target: string
  type: HomeMediaType
  body: Buffer
}

const ROWS = rowsByName(HOME_FILES)

/**
 * All files of home for a day.
 * @param packages the packages of the client, the present one first
 * @param assets the files and texts that are the same every day
 */
export function homeFiles(
  facts: HomeFacts,
  packages: readonly ClientPackage[],
  assets: HomeAssets = homeAssets(),
): HomeFile[] {
  const style = fileOf('style', assets.style)
  const script = fileOf('script', assets.script)
  const icon = fileOf('icon', assets.icon)
  const files: PageFiles = {
    style: relativeAddress(style),
    script: relativeAddress(script),
    icon: relativeAddress(icon),
  }
  const [present] = packages
  const withClient = (text: string) => (present ? withClientAt(text, packageTarget(present)) : text)
  const page = fileOf('page', withClient(homePage(facts, files)))
  const reference = fileOf('reference', withClient(referencePage(facts, files, assets.changelog)))
  const llms = fileOf('llms', withClient(renderLlms(facts)))
  const catalog = fileOf('catalog', renderApiCatalog(facts))
  const clients = packages.map((each) => ({
    ...fileOf('client', each.body),
    target: packageTarget(each),
  }))
  return [page, style, script, icon, llms, catalog, ...clients, reference]
}

function fileOf(name: HomeFileName, content: string | Buffer): HomeFile {
  const body = Buffer.from(content)
  return { name, target: homeTarget(ROWS[name], body), type: ROWS[name].mediaType, body }
}

/** The address of a file relative to the pages, which are all at the root: right below any path of the gateway. */
function relativeAddress({ target }: HomeFile): string {
  return target.slice(1)
}
