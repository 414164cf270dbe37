// A catalogue of which a test publishes, corrects and rolls back days, and a gateway that serves it.

import { join } from 'node:path'
import type { Test } from 'tap'
import { type Catalogue, generateCatalogue } from '../../fixtures/generate.ts'
import { writeCatalogue } from '../../fixtures/write-catalogue.ts'
import type { GatewayParts } from '../../gateway/gateway.ts'
import { jsonLine } from '../../lib/json/json.ts'
import { offersBuild } from '../build/support/program.ts'
import { buildRelease } from './build.ts'
import { startGateway, unlimited } from './gateway.ts'

const OFFERS = 80

/**
 * Publishes day 0, and starts the gateway.
 * @param root a folder to work in
 * @param parts of the gateway; by default it has no limit of requests
 */
export async function startMornings(
  t: Test,
  root = t.testdir(),
  parts: Partial<GatewayParts> = { limiter: unlimited },
) {
  const [source, out] = [join(root, 'source'), join(root, 'out')]
  let running: Awaited<ReturnType<typeof startGateway>> | undefined
  const refresh = async () => running?.gateway.catalogue.refresh()

  /** Publishes a day. @param without whether a corrected day lacks the offer with this title */
  const publish = async (day: number, without: (title: string) => boolean = () => false) => {
    const catalogue = generateCatalogue({ offers: OFFERS, seed: 11, day })
    await writeCatalogue(source, withoutSome(catalogue, without))
    const { data_as_of } = await buildRelease({ source, out, onBroken: ['accept'] })
    await refresh()
    return data_as_of ?? ''
  }
  await publish(0)
  running = await startGateway(t, out, parts)
  const { base, keys, pass } = running
  const key = keys.issue('named')
  return {
    base,
    keys,
    key,
    pass,
    publish,
    rollback: async () => {
      const { code, stderr } = await offersBuild(['rollback', '--out', out], Date.now())
      if (code !== 0) throw new Error(stderr)
      await refresh()
    },
  }
}

// Without comunas: each would add as many lists again, and no test needs them.
function withoutSome(catalogue: Catalogue, without: (title: string) => boolean) {
  function* lines() {
    for (const record of catalogue.records()) {
      if (!without(record.title)) yield jsonLine({ ...record, comunas: [] })
    }
  }
  const { header, issuers, categories, comunas } = catalogue
  return { header, issuers, categories, comunas, lines }
}
