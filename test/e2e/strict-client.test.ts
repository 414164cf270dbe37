// The recipe for TypeScript in docs/clients.md: types from the description, and a client that compiles under `strict`.

import { execFile } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { transform } from 'esbuild'
import openapiTS, { astToString } from 'openapi-typescript'
import t from 'tap'
import { read } from '../docs/support/pages.ts'
import { cleanEnvironment } from '../helpers/child-processes.ts'
import { demonstrationRelease } from '../helpers/demonstration.ts'
import { startGateway } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'

t.setTimeout(SLOW_MS)

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))

t.test('the client of openapi-fetch compiles under strict, as printed, and runs', async (t) => {
  const folder = t.testdir()
  const { base, keys } = await startGateway(t, await demonstrationRelease())

  const description = await call(base, '/beta/openapi.json')
  const client = join(folder, 'client')
  await mkdir(client)
  await writeFile(join(client, 'api.ts'), astToString(await openapiTS(description.text)))
  const [, recipe = ''] = /^```ts\n(.*?)^```$/ms.exec(read('docs/clients.md')) ?? []
  const code = recipe.replaceAll('https://api.example', base)
  await writeFile(join(client, 'client.ts'), code)
  await writeFile(join(client, 'package.json'), '{"type":"module"}')
  await symlink(join(root, 'node_modules'), join(client, 'node_modules'))
  const options = {
    strict: true,
    module: 'nodenext',
    target: 'es2023',
    types: ['node'],
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  }
  await writeFile(
    join(client, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['client.ts'] }),
  )
  await t.resolves(run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', client]))

  const { code: program } = await transform(code, { loader: 'ts' })
  await writeFile(join(client, 'client.mjs'), program)
  const env = { ...cleanEnvironment(), KEY: keys.issue('named') }
  const { stdout } = await run(process.execPath, [join(client, 'client.mjs')], { env })
  t.match(stdout.split('\n').slice(3), ['true', 'scope_exceeded', 'application/gzip'])
})
