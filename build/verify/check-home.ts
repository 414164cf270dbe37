// Checks the page for people and its files: all of them exist, each is named by its content, and the page has the day
// of the release.

import { HOME_FILES, HOME_ROUTE, HOME_TARGET, homeTarget } from '../../contract/api/home.ts'
import { REFERENCE_TARGET } from '../../contract/api/problems.ts'
import { routeOf } from '../../contract/api/request-target.ts'
import type { Verification } from './verification.ts'

export function checkHome({
  manifest,
  routes,
  bodyAt,
  findings,
}: Omit<Verification, 'targets' | 'edition'>): void {
  const found = [...routes].filter(({ target }) => routeOf(target)?.route === HOME_ROUTE)
  const page = bodyAt(HOME_TARGET)?.toString('utf8') ?? ''
  const links = page + (bodyAt(REFERENCE_TARGET)?.toString('utf8') ?? '')
  for (const row of HOME_FILES) {
    const isNamedByContent = homeTarget(row, Buffer.of()) !== row.path
    const ofItsForm = found.filter(
      ({ target, type }) => type === row.mediaType && (isNamedByContent || target === row.path),
    )
    const [{ target } = { target: row.path }] = ofItsForm
    findings.expect(ofItsForm.length === 1, `${row.path}: expected one such file, found ${ofItsForm.length}`)
    const body = bodyAt(target)
    if (!body) continue
    const expected = homeTarget(row, body)
    findings.expect(target === expected, `${target}: expected it at ${expected}, by its content`)
    const isLinked = target === HOME_TARGET || links.includes(`"${target.slice(1)}"`)
    findings.expect(isLinked, `${target}: no page has a link to it`)
  }
  findings.expect(
    found.length === HOME_FILES.length,
    `${found.length} files next to the API, not ${HOME_FILES.length}`,
  )
  const isOfTheDay = page.includes(`datetime="${manifest.data_as_of}"`)
  findings.expect(isOfTheDay, `${HOME_TARGET}: the page is not of ${manifest.data_as_of}`)
}
