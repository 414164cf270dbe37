// The machine of the operator's pages that serves a bucket: two gateways, and the commands that are run there.

import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Test } from 'tap'
import { call } from '../../helpers/http.ts'
import { issueKey } from '../../helpers/issue-keys.ts'
import { servedAt } from '../../helpers/listening.ts'
import { bundle } from '../../helpers/processes.ts'
import { makeMachine } from './machine.ts'
import { type RunningGateway, startGatewayUnit } from './units.ts'

/**
 * @param bucket a folder, which is served over HTTP
 * @param publicKey the file of the key that the gateways trust
 */
export async function serveBucket(t: Test, bucket: string, publicKey: string) {
  const machine = makeMachine(t, 'serving')
  mkdirSync(machine.at('/etc/offers'), { recursive: true })
  cpSync(publicKey, machine.at('/etc/offers/offers.pub'))
  const server = createServer((req, res) => {
    const path = join(bucket, req.url ?? '')
    if (existsSync(path)) res.end(readFileSync(path))
    else res.writeHead(404).end()
  })
  const origin = await servedAt(t, server)
  const keys = join(machine.root, 'keys.ndjson')
  await issueKey(keys)
  const environment = [
    `OFFERS_ORIGIN=${origin}/`,
    `OFFERS_TRUST=${machine.at('/etc/offers/offers.pub')}`,
    `OFFERS_KEYS=${keys}`,
    '',
  ].join('\n')
  writeFileSync(machine.at('/etc/offers/gateway.env'), environment)
  const here = [
    ['/opt/offers/dist/gateway.mjs', bundle('gateway')],
    ['/usr/bin/node', process.execPath],
  ] as const
  const startOne = () => startGatewayUnit(t, { environment, here })
  const gateways = new Map<string, RunningGateway>()
  for (const port of ['8080', '8090']) gateways.set(port, await startOne())
  /** As on the page; a gateway that is restarted has other ports here. */
  const run = async (block: string) => {
    const shown: string[] = []
    for (const line of block.split('\n').filter(Boolean)) {
      const [, port] = /^systemctl restart offers-gateway@(\d+)$/.exec(line) ?? []
      if (port) {
        gateways.get(port)?.child.kill()
        gateways.set(port, await startOne())
        continue
      }
      const admin = [...gateways].map(([of, { admin }]) => [`http://127.0.0.1:1${of}`, admin] as const)
      const local = line.replace(' offers.pub', ` ${machine.at('offers.pub')}`)
      const { code, stdout, stderr } = await machine.run(local, [...admin, ['http://127.0.0.1:8081', origin]])
      t.equal(code, 0, `${line}\n${stdout}${stderr}`)
      shown.push(stdout)
    }
    return shown.join('')
  }
  const releasesServed = () =>
    Promise.all(
      [...gateways.values()].map(async ({ admin }) => {
        const metrics = (await call(admin, '/metrics')).text
        return /^offers_release_info{release="([^"]+)"/m.exec(metrics)?.[1]
      }),
    )
  return { machine, run, releasesServed, gateways }
}
