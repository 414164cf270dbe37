// The name of the client and of its platform, for the provider's logs.

import { isText } from '../lib/shapes.ts'

/** Put in by the build of the package. */
declare const PACKAGE_VERSION: string | undefined

/** The globals by which runtimes are recognised; each has some of them. */
export interface Runtime {
  process?: { versions?: { node?: string } }
  Deno?: { version?: { deno?: string } }
  Bun?: { version?: string }
  navigator?: { userAgent?: string }
}

/** Undefined in browsers: they send their own, and another one would need a preflight. */
export const USER_AGENT = userAgentOf(globalThis as Runtime)

/** @param scope the global object */
export function userAgentOf({ process, Deno, Bun, navigator }: Runtime): string | undefined {
  const runtimes: [name: string, version: unknown][] = [
    ['deno', Deno?.version?.deno],
    ['bun', Bun?.version],
    ['node', process?.versions?.node],
    ['workerd', navigator?.userAgent === 'Cloudflare-Workers' ? '' : undefined],
  ]
  const [runtime, number] = runtimes.find(([, each]) => isText(each)) ?? []
  const version = typeof PACKAGE_VERSION === 'string' ? PACKAGE_VERSION : 'dev'
  return runtime && `offers-catalogue-client/${version} ${runtime}${number ? `/${number}` : ''}`
}
