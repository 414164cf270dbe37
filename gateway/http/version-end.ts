// What answers say of the end of their version of the API, once it was announced.

import { homeAsSeenFrom } from '../../contract/api/problems.ts'
import { type Route, splitTarget, targetsIn } from '../../contract/api/request-target.ts'
import { resource } from '../../contract/api/resources.ts'
import { type ApiVersion, type Version, versionNamed } from '../../contract/api/versions.ts'
import type { Fields } from '../fast-path/response-head.ts'

/**
 * `Deprecation` (RFC 9745, a date of RFC 9651) and `Sunset` (RFC 8594, a date of HTTP), which scripts in browsers may
 * read beside all others: the list of those may come in several fields. None if no end is known.
 */
export function endFields(version: ApiVersion | undefined): Fields {
  const end = version?.end
  if (!end) return []
  const deprecated = Math.trunc(Date.parse(end.deprecated) / 1000)
  return [
    ...['Deprecation', `@${deprecated}`],
    ...['Sunset', new Date(end.sunset).toUTCString()],
    ...['Access-Control-Expose-Headers', 'Deprecation, Sunset'],
  ]
}

/**
 * The value of `Link` that leads to the same answer in the version that comes next (RFC 5829), relative to the address
 * that was asked for; undefined if no end is known, or nothing can have the address.
 * @param target canonical; undefined for what has none of its own
 */
export function successorLink(asked: Route, target: string | undefined): string | undefined {
  if (!asked.version?.end) return undefined
  const { version, route } = asked
  if (target === undefined && resource(route).kind === 'item') return undefined
  const here = target ?? targetsIn(version).paths[route]
  const { basePath } = successorOf(version)
  const there = `${basePath}${here.slice(version.basePath.length)}`
  return `<${homeAsSeenFrom(splitTarget(here).path)}${there.slice(1)}>; rel="successor-version"`
}

function successorOf({ name, end }: Version): Version {
  return versionNamed(end?.successor ?? name)
}
