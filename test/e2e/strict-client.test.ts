// The first steps of a TypeScript user: generates types from the description, and compiles against them strictly.

import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { transform } from 'esbuild'
import openapiTS, { astToString } from 'openapi-typescript'
import t from 'tap'
import { demonstrationRelease } from '../helpers/demonstration.ts'
import { startGateway } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'

t.setTimeout(SLOW_MS)

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))

t.test('a strict client compiles against the generated types and runs', async (t) => {
  const folder = t.testdir()
  const { base, keys } = await startGateway(t, await demonstrationRelease())

  const description = await call(base, '/beta/openapi.json')
  const client = join(folder, 'client')
  await mkdir(client)
  await writeFile(join(client, 'api.ts'), astToString(await openapiTS(description.text)))
  await copyFile(join(root, 'test/e2e/strict-client/client.ts'), join(client, 'client.ts'))
  await writeFile(join(client, 'package.json'), '{"type":"module"}')
  await symlink(join(root, 'node_modules'), join(client, 'node_modules'))
  const options = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
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

  const { code } = await transform(await readFile(join(client, 'client.ts'), 'utf8'), { loader: 'ts' })
  await writeFile(join(client, 'client.mjs'), code)
  const { stdout } = await run(process.execPath, [join(client, 'client.mjs'), base, keys.issue('named')])
  const seen = JSON.parse(stdout)
  t.match(seen, { described: /\(.+\)/, count: 3, code: 'invalid_parameter' })
  t.equal(seen.filtered, seen.largest)
})
