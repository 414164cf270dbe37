// The package as its users get it: packed, installed into an empty project, its README compiled and run.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { build, transform } from 'esbuild'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import t, { type Test } from 'tap'
import clientFacts from '../../client/package.json' with { type: 'json' }
import packageFacts from '../../package.json' with { type: 'json' }
import { ROOT, read } from '../docs/support/pages.ts'
import { buildRelease } from '../helpers/build.ts'
import { cleanEnvironment, runToEnd } from '../helpers/child-processes.ts'
import { startGateway } from '../helpers/gateway.ts'
import { OTHER_NODES } from '../helpers/node-versions.ts'
import { demonstrationSource } from '../helpers/processes.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'

t.setTimeout(SLOW_MS)

const MAX_KB = 10
const TARBALL = `offers-catalogue-client-${clientFacts.version}.tgz`
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')

const BLOCKS = Array.from(
  read('client/README.md').matchAll(/^```([a-z]+)\n(.*?)^```$/gms),
  ([, language = '', code = '']) => ({ language, code }),
)

/** What each prints, in their order. */
const EXPECTED = [
  /, until [\s\S]*414 offers\. /,
  /^true\ntrue\n$/,
  /^200 false true\n200 fresh true\n304 revalidated true\n403 false true\nscope_exceeded 100 string\n$/,
  /^414\nundefined\ntrue\n$/,
  /^snapshot 414 0 0\nnothing\ntrue\n$/,
  /^ID .*\n(off_.*\n){3}3 of 414 offers.*\ncatalogue: 0 added, 0 changed, 0 removed; still of .*\n\{"id".*\noffers\.ndjson\.gz: \d+ bytes\n$/,
]

async function succeed(
  t: Test,
  program: string,
  args: string[],
  options: Parameters<typeof runToEnd>[2] = {},
) {
  const { code, stdout, stderr } = await runToEnd(program, args, options)
  t.equal(code, 0, `${program} ${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

/** Lays out and packs the package. */
async function pack(t: Test, root: string) {
  const staged = join(root, 'staged')
  await succeed(t, process.execPath, ['packaging/stage-package.mjs', staged, 'client'], { cwd: ROOT })
  await succeed(t, 'npm', ['pack', '--silent', staged, '--pack-destination', root])
  return { staged, tarball: join(root, TARBALL) }
}

t.test('its version is that of the programs', async (t) => {
  t.equal(clientFacts.version, packageFacts.version)
})

t.test(`all of it has less than ${MAX_KB} kB, minified and compressed, and nothing of Node`, async (t) => {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'client/index.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    // Fails on any import of Node.
    platform: 'browser',
    write: false,
  })
  const size = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
  t.ok(size < MAX_KB * 1000, `${size} bytes`)
  t.ok(size > 3000, 'it was bundled')
})

t.test('it is packed as npm, bundlers and TypeScript expect', async (t) => {
  const { staged, tarball } = await pack(t, t.testdir({}))
  const { messages } = await publint({ pkgDir: staged, strict: true })
  t.strictSame(
    messages.map((message) => formatMessage(message, packageFacts, { color: false })),
    [],
  )
  const { types, ...result } = await checkPackage(createPackageFromTarballData(readFileSync(tarball)))
  t.ok(types, 'it has types')
  const problems = 'problems' in result ? result.problems : []
  // It is a package of modules: CommonJS loads it by import(), or by require() of Node 20.19 and later. A TypeScript
  // that resolves as Node 10 did knows no paths below a package.
  const expected = problems.filter(
    ({ kind, ...problem }) =>
      kind !== 'CJSResolvesToESM' &&
      !(kind === 'NoResolution' && 'resolutionKind' in problem && problem.resolutionKind === 'node10'),
  )
  t.strictSame(expected, [])
  t.strictSame(readdirSync(staged).toSorted(), ['LICENSE', 'README.md', 'dist', 'package.json'])
  t.notOk('dependencies' in JSON.parse(readFileSync(join(staged, 'package.json'), 'utf8')))
})

t.test('the README compiles in an empty, strict project, and does what it says', async (t) => {
  t.equal(BLOCKS.length, EXPECTED.length)
  const root = t.testdir({ out: {}, project: { 'package.json': '{ "type": "module", "private": true }' } })
  const { tarball } = await pack(t, root)
  const cwd = join(root, 'project')
  await succeed(t, 'npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd })
  t.notOk(existsSync(join(cwd, 'node_modules/@types')), 'with nothing else in it')

  await buildRelease({ source: demonstrationSource, out: join(root, 'out') })
  const { base, keys } = await startGateway(t, join(root, 'out'))
  const snippets = BLOCKS.map(({ language, code }, index) => ({
    name: `snippet-${index + 1}`,
    language,
    code: code.replaceAll('https://api.example', base),
  }))
  const scripts = snippets.filter(({ language }) => language === 'ts')
  for (const { name, code } of scripts) writeFileSync(join(cwd, `${name}.ts`), code)
  writeFileSync(
    join(cwd, 'environment.d.ts'),
    'declare const process: { env: Record<string, string | undefined> }\n',
  )
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    noEmit: true,
    skipLibCheck: false,
  }
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  await succeed(t, process.execPath, [TSC, '-p', cwd])

  const env = { ...cleanEnvironment(), OFFERS_KEY: keys.issue('named') }
  const newest = OTHER_NODES.find(({ version }) => version === '26')
  for (const [index, { name, language, code }] of snippets.entries()) {
    if (language === 'bash') {
      writeFileSync(join(cwd, 'snippet.sh'), code)
      t.match(await succeed(t, 'bash', ['-eu', 'snippet.sh'], { cwd, env }), EXPECTED[index], name)
      continue
    }
    writeFileSync(join(cwd, `${name}.mjs`), (await transform(code, { loader: 'ts' })).code)
    t.match(await succeed(t, process.execPath, [`${name}.mjs`], { cwd, env }), EXPECTED[index], name)
    if (newest && !newest.skip && name !== 'snippet-5') {
      const stdout = await succeed(t, newest.path, [`${name}.mjs`], { cwd, env })
      t.match(stdout, EXPECTED[index], `${name} on Node 26`)
    }
  }
})

t.test(
  'a comparison with a misspelt status does not compile, one with an unknown status is no error',
  async (t) => {
    const cases: [statement: string, compiles: boolean][] = [
      [`statusOf(offer) === 'active'`, true],
      [`statusOf(offer) === 'other'`, true],
      [`statusOf(offer) === 'actve'`, false],
      [`benefitKindOf(offer) === 'percentaje'`, false],
      [`issuerTypeOf(offer) === 'bnak'`, false],
      // A value of the future, by somebody who knows it.
      [`offer.status === 'paused'`, true],
      [`offer.status = 'paused'`, true],
      [`offer.status = 5`, false],
      [`offer.nonsense`, false],
    ]
    const files = Object.fromEntries(
      cases.map(([statement], index) => [
        `case-${index}.ts`,
        `import { benefitKindOf, issuerTypeOf, type Offer, statusOf } from '../../../client/index.ts'\n` +
          `export const use = (offer: Offer) => { void [benefitKindOf, issuerTypeOf, statusOf]; return ${statement} }\n`,
      ]),
    )
    const folder = t.testdir(files)
    const sources = Object.keys(files).map((name) => join(folder, name))
    for (const name of sources) {
      writeFileSync(name, readFileSync(name, 'utf8').replace('../../../client', join(ROOT, 'client')))
    }
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2023',
      allowImportingTsExtensions: true,
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: [],
    }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: Object.keys(files) }),
    )
    const { stdout } = await runToEnd(process.execPath, [TSC, '-p', folder], { cwd: folder })
    for (const [index, [statement, compiles]] of cases.entries()) {
      t.equal(!stdout.includes(`case-${index}.ts(`), compiles, `${statement}: ${stdout}`)
    }
  },
)
