// The balancer of the documentation in front of two ports, until the end of the test.

import type { Test } from 'tap'
import { freePort } from './free-port.ts'
import { listeningAt, Nginx } from './nginx.ts'

export interface Balancer {
  base: string
  /** The free ports for the two gateways. */
  first: number
  second: number
}

/**
 * @param folder an empty folder for nginx
 * @param replace further texts of `balancer.conf`, and their replacements
 */
export async function startBalancer(
  t: Test,
  folder: string,
  replace: Readonly<Record<string, string>> = {},
): Promise<Balancer> {
  const [port, first, second] = [await freePort(), await freePort(), await freePort()]
  const nginx = new Nginx({
    site: 'balancer.conf',
    replace: {
      ...listeningAt(port),
      '127.0.0.1:8080': `127.0.0.1:${first}`,
      '127.0.0.1:8090': `127.0.0.1:${second}`,
      ...replace,
    },
    folder,
  })
  await nginx.start()
  t.teardown(() => nginx.stop())
  return { base: `http://127.0.0.1:${port}`, first, second }
}
