// The package as its users get it: packed, installed into an empty project, its README compiled and run.

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { build, transform } from 'esbuild'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import t, { type Test } from 'tap'
import { createOffersClient } from '../../client/index.ts'
import clientFacts from '../../client/package.json' with { type: 'json' }
import packageFacts from '../../package.json' with { type: 'json' }
import { ROOT, read } from '../docs/support/pages.ts'
import { cleanEnvironment, runToEnd } from '../helpers/child-processes.ts'
import { servedAt } from '../helpers/listening.ts'
import { startMornings } from '../helpers/mornings.ts'
import { OTHER_NODES } from '../helpers/node-versions.ts'
import { LONG_MS } from '../helpers/slow-suite.ts'
import { spawnMcp } from './support/mcp-client.ts'

t.setTimeout(LONG_MS)

const MAX_KB = 9
const MAX_PACKED_KB = 130
const TARBALL = `offers-catalogue-client-${clientFacts.version}.tgz`
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')

const ALL_BLOCKS = Array.from(
  read('client/README.md').matchAll(/^```([a-z]+)\n(.*?)^```$/gms),
  ([, language = '', code = '']) => ({ language, code }),
)
const BLOCKS = ALL_BLOCKS.filter(({ language }) => language !== 'json')

/** The output of each, in their order, over a catalogue of this many offers. */
const expectedOf = (offers: number): RegExp[] => [
  new RegExp(`, (until \\d|end not stated)[\\s\\S]*\n${offers} offers\\. `),
  /^true\ntrue\n10\ntrue false\n$/,
  /^\d+ % off$/m,
  /^nothing has changed since \d{4}-.*\n$/,
  /^200 false true\n200 fresh true\n304 revalidated true\n403 false true\nscope_exceeded 100 string\n$/,
  new RegExp(`^${offers}\nundefined\ntrue\n$`),
  new RegExp(
    `^snapshot ${offers} 0 0\nnothing\ntrue\n\\d+ .+\n(active|scheduled)\n\\d (true|false) .*\\[[^]*\\]\nno category restorantes; did you mean restaurantes\\?; known: .+\n$`,
  ),
  new RegExp(
    [
      '^catalogue: 0 added, 0 changed, 0 removed; still of .*',
      // Most of its offers may have ended by the day of the test.
      'ID .*\n(off_.*\n)*found: \\d+, .*',
      'ID .*\n(off_.*\n){3}found: \\d+, more: --offset 3, .*',
      'offers\\.ndjson\\.gz: \\d+ bytes\n$',
    ].join('\n'),
  ),
]

/** Statements with an offer, and whether they compile. */
const STATEMENTS: [statement: string, compiles: boolean][] = [
  [`statusOf(offer) === 'active'`, true],
  [`statusOf(offer) === 'other'`, true],
  [`statusOf(offer) === 'actve'`, false],
  [`benefitKindOf(offer) === 'percentaje'`, false],
  [`issuerTypeOf(offer) === 'bnak'`, false],
  // A future value, which the program knows.
  [`offer.status === 'paused'`, true],
  [`offer.status = 'paused'`, true],
  [`offer.status = 5`, false],
  [`offer.nonsense`, false],
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

t.test('it has the version of the programs', async (t) => {
  t.equal(clientFacts.version, packageFacts.version)
})

t.test(`it has less than ${MAX_KB} kB, minified and compressed, and uses nothing of Node`, async (t) => {
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
  t.ok(size > 3000, 'it is bundled')
})

const root = t.testdir({ project: { 'package.json': '{ "type": "module", "private": true }' } })
const project = join(root, 'project')
let packed: Awaited<ReturnType<typeof pack>>
t.before(async () => {
  packed = await pack(t, root)
})

t.test('it is packed as npm, bundlers and TypeScript expect it', async (t) => {
  const { staged, tarball } = packed
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

t.test(
  'only the command `offers mcp` loads the server, and the licences of what is in it are there',
  async (t) => {
    const dist = join(packed.staged, 'dist')
    const files = readdirSync(dist).filter((name) => name.endsWith('.js'))
    const naming = files.filter((name) => readFileSync(join(dist, name), 'utf8').includes('mcp.js'))
    t.strictSame(naming, ['cli.js'])
    t.match(readFileSync(join(dist, 'cli.js'), 'utf8'), 'await import("./mcp.js")')
    for (const name of files.filter((name) => name !== 'mcp.js')) {
      t.notMatch(readFileSync(join(dist, name), 'utf8'), /jsonrpc|ZodType/, name)
    }
    t.match(
      readFileSync(join(dist, 'licences.txt'), 'utf8'),
      /^@modelcontextprotocol\/sdk@[\s\S]*^zod@[\s\S]*Permission is hereby granted/m,
    )
    const { size } = statSync(packed.tarball)
    t.ok(size < MAX_PACKED_KB * 1000, `${size} bytes packed: each release brings it`)
  },
)

t.test('a browser loads it without a bundler', async (t) => {
  const dist = join(packed.staged, 'dist')
  const loaded = new Set(['index.js', 'mirror.js'])
  for (const name of loaded) {
    const code = readFileSync(join(dist, name), 'utf8')
    for (const [, from = ''] of code.matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)) {
      t.match(from, /^\.\/[\w-]+\.js$/, `${name}: ${from}`)
      loaded.add(from.slice(2))
    }
  }
  t.ok(loaded.size > 2, 'they share code')
})

t.test('in an empty, strict project correct statements compile, and no others', async (t) => {
  await succeed(t, 'npm', ['install', '--offline', '--no-audit', '--no-fund', packed.tarball], {
    cwd: project,
  })
  t.notOk(existsSync(join(project, 'node_modules/@types')), 'with nothing else in it')
  const write = (name: string, text: string) => writeFileSync(join(project, name), text)
  for (const [index, { language, code }] of BLOCKS.entries()) {
    if (language === 'ts') write(`snippet-${index}.ts`, code)
  }
  for (const [index, [statement]] of STATEMENTS.entries()) {
    write(
      `statement-${index}.ts`,
      `import { benefitKindOf, issuerTypeOf, type Offer, statusOf } from '@offers-catalogue/client'\n` +
        `export const use = (offer: Offer) => { void [benefitKindOf, issuerTypeOf, statusOf]; return ${statement} }\n`,
    )
  }
  write('environment.d.ts', 'declare const process: { env: Record<string, string | undefined> }\n')
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
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const { stdout } = await runToEnd(process.execPath, [TSC, '-p', project])
  const found = stdout.split('\n').filter((line) => line.includes('error TS'))
  for (const [index, [statement, compiles]] of STATEMENTS.entries()) {
    t.equal(!stdout.includes(`statement-${index}.ts(`), compiles, `${statement}: ${stdout}`)
  }
  t.equal(
    found.length,
    STATEMENTS.filter(([, compiles]) => !compiles).length,
    `everything else compiles: ${stdout}`,
  )
  for (const known of ['"active"', '"percentage"', '"bank"']) {
    t.match(stdout, known, `the message of the compiler names what is known: ${known}`)
  }
})

t.test('every snippet of the README does what it says', async (t) => {
  const { base, key, keys } = await startMornings(t, join(root, 'mornings'))
  const { data } = await createOffersClient({ baseUrl: base, key }).all()
  const expected = expectedOf(data.length)
  t.equal(BLOCKS.length, expected.length)
  const env = { ...cleanEnvironment(), OFFERS_KEY: keys.issue('named') }
  const newest = OTHER_NODES.find(({ version }) => version === '26')
  for (const [index, { language, code }] of BLOCKS.entries()) {
    const name = `snippet-${index}`
    const text = code.replaceAll('https://api.example', base)
    if (language === 'bash') {
      writeFileSync(join(project, 'snippet.sh'), text)
      t.match(await succeed(t, 'bash', ['-eu', 'snippet.sh'], { cwd: project, env }), expected[index], name)
      continue
    }
    writeFileSync(join(project, `${name}.mjs`), (await transform(text, { loader: 'ts' })).code)
    const run = (node: string) => succeed(t, node, [`${name}.mjs`], { cwd: project, env })
    t.match(await run(process.execPath), expected[index], name)
    // A second run would not begin with the snapshot.
    const keepsCopy = code.includes('mirror.sync()')
    if (newest && !newest.skip && !keepsCopy) {
      t.match(await run(newest.path), expected[index], `${name} on Node 26`)
    }
  }
})

t.test('CommonJS of Node loads it by require()', async (t) => {
  const code = `
    const { createOffersClient } = require('@offers-catalogue/client')
    const { folderStore } = require('@offers-catalogue/client/node')
    console.log(typeof createOffersClient, typeof folderStore)`
  writeFileSync(join(project, 'old.cjs'), code)
  const others = OTHER_NODES.flatMap(({ path, skip }) => (skip ? [] : [path]))
  for (const node of [process.execPath, ...others]) {
    t.equal(await succeed(t, node, ['old.cjs'], { cwd: project }), 'function function\n', node)
  }
})

t.test('the settings of the README start the server for agents, also while the API is silent', async (t) => {
  const { base, keys } = await startMornings(t, join(root, 'settings'))
  const [block] = ALL_BLOCKS.filter(({ language }) => language === 'json')
  const start = (address: string) => {
    const settings = (block?.code ?? '')
      .replaceAll('https://api.example', address)
      .replaceAll('/var/lib/offers/', `${project}/`)
      .replace('YOUR_KEY', keys.issue('named'))
    const { command, args, env } = JSON.parse(settings).mcpServers.offers
    return spawnMcp(t, { command, args, env, cwd: root })
  }
  const up = await start(base)
  t.match(await up.call('find_offers', { limit: 1 }), { isError: false, content: { returned: 1 } })
  t.strictSame(up.errors, [])
  // It accepts connections, and never answers.
  const silent = createServer(() => {})
  const away = await start(await servedAt(t, silent))
  t.match(await away.call('find_offers', { limit: 1 }), { isError: false, content: { returned: 1 } })
  t.equal(away.log(), '', 'the answer waits for no sync')
})
