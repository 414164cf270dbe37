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
import { keptFolder } from './kept-folder.ts'

const OFFERS = 40

/** Which titles a corrected day lacks. */
type Without = (title: string) => boolean

/** The source folder and the output folder, in a folder to work in. */
const foldersIn = (root: string) => ({ source: join(root, 'source'), out: join(root, 'out') })

/** Publishes a day, which follows the one before. @returns its moment */
async function publishDay(root: string, day: number, without: Without = () => false): Promise<string> {
  const { source, out } = foldersIn(root)
  const catalogue = generateCatalogue({ offers: OFFERS, seed: 11, day })
  await writeCatalogue(source, withoutSome(catalogue, without))
  const { data_as_of } = await buildRelease({ source, out, onBroken: ['accept'] })
  return data_as_of ?? ''
}

/** Publishes day 0. */
const publishFirstDay = keptFolder(async (root) => {
  await publishDay(root, 0)
})

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
  await publishFirstDay(root)
  const { out } = foldersIn(root)
  const { gateway, base, keys, pass } = await startGateway(t, out, parts)
  const publish = async (day: number, without?: Without) => {
    const moment = await publishDay(root, day, without)
    await gateway.catalogue.refresh()
    return moment
  }
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
      await gateway.catalogue.refresh()
    },
  }
}

// Without comunas: each would add as many lists again, and no test needs them.
function withoutSome(catalogue: Catalogue, without: Without) {
  function* lines() {
    for (const record of catalogue.records()) {
      if (!without(record.title)) yield jsonLine({ ...record, comunas: [] })
    }
  }
  const { header, issuers, categories, comunas } = catalogue
  return { header, issuers, categories, comunas, lines }
}
