// The origin of the documentation in front of a folder, until the end of the test.

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import { freePort } from './free-port.ts'
import { Nginx } from './nginx.ts'

/** @param root the folder that the build writes; nginx keeps its own files next to it */
export async function startOrigin(t: Test, root: string): Promise<{ nginx: Nginx; url: string }> {
  const port = await freePort()
  const folder = join(root, '..', `origin-${port}`)
  await mkdir(folder, { recursive: true })
  const replace = { 'listen 8081;': `listen 127.0.0.1:${port};`, '/srv/offers/public-out': root }
  const nginx = new Nginx({ site: 'origin.conf', replace, folder })
  await nginx.start()
  t.teardown(() => nginx.stop())
  return { nginx, url: `http://127.0.0.1:${port}/` }
}
