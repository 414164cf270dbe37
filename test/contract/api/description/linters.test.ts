// The description of the demonstration catalogue, judged by the linters that others use: Redocly and Spectral.

import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import t, { type Test } from 'tap'
import { demonstrationRelease } from '../../../helpers/demonstration.ts'
import { startGateway } from '../../../helpers/gateway.ts'
import { call } from '../../../helpers/http.ts'
import { LONG_MS } from '../../../helpers/slow-suite.ts'

t.setTimeout(LONG_MS)

async function description(t: Test): Promise<string> {
  const { base } = await startGateway(t, await demonstrationRelease())
  return (await call(base, '/beta/openapi.json')).text
}

t.test('Redocly has nothing to say', async (t) => {
  const config = await createConfig({ extends: ['recommended'] })
  const source = await description(t)
  const found = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  t.strictSame(
    found.map(({ ruleId, message, location }) => `${location[0]?.pointer}: ${ruleId}: ${message}`),
    [],
  )
})

t.test('Spectral has nothing to say', async (t) => {
  const linter = new spectral.Spectral()
  linter.setRuleset({ ...oas, extends: [] })
  const found = await linter.run(JSON.parse(await description(t)))
  t.strictSame(
    found.map(({ path, code, message }) => `${path.join('/')}: ${code}: ${message}`),
    [],
  )
})
