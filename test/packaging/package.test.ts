// The npm package as its users get it: packed, installed without a registry, run by the names of its programs.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import packageFacts from '../../package.json' with { type: 'json' }
import { records, writeSource } from '../build/support/source.ts'
import { ROOT, read } from '../docs/support/pages.ts'
import { BUNDLED_VERSION } from '../helpers/bundled-version.ts'
import { cleanEnvironment, runToEnd, startChild } from '../helpers/child-processes.ts'
import { LONG_MS } from '../helpers/slow-suite.ts'

t.setTimeout(LONG_MS)

const NAME = `offers-catalogue-${packageFacts.version}`
const CLIENT = `offers-catalogue-client-${packageFacts.version}.tgz`

/** Runs targets that write into a folder, and returns the folder. */
async function release(t: Test, folder: string, ...targets: string[]): Promise<string> {
  const { code, stdout, stderr } = await runToEnd('make', [...targets, `RELEASE=${folder}`], { cwd: ROOT })
  t.equal(code, 0, `make ${targets.join(' ')}${code === 0 ? '' : stdout + stderr}`)
  return folder
}

const root = t.testdir({ first: {}, second: {}, prefix: {} })
const first = join(root, 'first')

t.before(() => release(t, first, 'package', 'sbom', 'checksums'))

interface Installed {
  run(program: string, ...args: string[]): ReturnType<typeof runToEnd>
  path(program: string): string
  folder: string
}

async function install(t: Test, tarball: string, prefix: string): Promise<Installed> {
  const args = ['install', '--global', '--prefix', prefix, '--offline', '--no-audit', '--no-fund', tarball]
  const { code, stderr } = await runToEnd('npm', args)
  t.equal(code, 0, stderr)
  const path = (program: string) => join(prefix, 'bin', program)
  return {
    path,
    run: (program, ...rest) => runToEnd(path(program), rest),
    folder: join(prefix, 'lib/node_modules/offers-catalogue'),
  }
}

t.test('both programs run from the installed package without further ones', async (t) => {
  const { run, path, folder } = await install(t, join(first, `${NAME}.tgz`), join(root, 'prefix'))

  for (const program of ['offers-build', 'offers-gateway']) {
    t.match(await run(program, '--version'), { code: 0, stdout: BUNDLED_VERSION, stderr: '' })
    t.match((await run(program, '--help')).stdout, `${program} `, 'its help has its name')
  }
  t.notOk(existsSync(join(folder, 'node_modules')), 'there are no dependencies')
  const files = ['docs/deployment.md', 'deploy/systemd/offers-gateway@.service', 'LICENSE', 'CHANGELOG.md']
  t.strictSame(
    files.filter((file) => !existsSync(join(folder, file))),
    [],
    'the files for operators are there',
  )
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.md'),
  )
  t.ok(pages.includes('docs/production.md'))
  for (const page of pages) {
    const links = readFileSync(join(folder, page), 'utf8').matchAll(/\]\((?![a-z]+:)([^()#]+)/g)
    const targets = Array.from(links, ([, target = '']) => join(folder, page, '..', target))
    t.strictSame(
      targets.filter((target) => !existsSync(target)),
      [],
      `the links of ${page} lead to files of the package`,
    )
  }

  const [out, keys] = [join(root, 'public-out'), join(root, 'keys.ndjson')]
  const source = writeSource(join(root, 'source'), { offers: records(5) })
  t.match(await run('offers-build', 'run', '--source', source, '--out', out), { code: 0 })
  t.match(await run('offers-gateway', 'keys', 'init', '--keys', keys), { code: 0 })
  const child = startChild(
    path('offers-gateway'),
    ['serve', '--public', out, '--keys', keys, '--port', '0'],
    { stdio: ['ignore', 'pipe', 'inherit'], env: cleanEnvironment() },
  )
  t.teardown(() => child.kill('SIGKILL'))
  const port = await new Promise<string>((resolve, reject) => {
    let log = ''
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}: ${log}`)))
    child.stdout?.on('data', (chunk) => {
      log += chunk
      const listening = /"port":(\d+),"msg":"listening"/.exec(log)
      if (listening?.[1]) resolve(listening[1])
    })
  })
  t.equal((await fetch(`http://127.0.0.1:${port}/beta/openapi.json`)).status, 200)
})

t.test('an upgrade installs the file that it names, beside an older one', async (t) => {
  const folder = join(root, 'upgrade')
  const older = join(root, 'older')
  cpSync(join(first, `${NAME}.tgz`), join(folder, `${NAME}.tgz`))
  mkdirSync(older)
  const tar = [
    '--extract',
    '--file',
    join(first, `${NAME}.tgz`),
    '--directory',
    older,
    '--strip-components=1',
  ]
  t.equal((await runToEnd('tar', tar)).code, 0)
  const facts = JSON.parse(readFileSync(join(older, 'package.json'), 'utf8'))
  writeFileSync(join(older, 'package.json'), JSON.stringify({ ...facts, version: '0.1.0' }))
  t.equal((await runToEnd('npm', ['pack', '--silent', older, '--pack-destination', folder])).code, 0)
  const prefix = join(root, 'upgraded')
  const before = await install(t, join(folder, 'offers-catalogue-0.1.0.tgz'), prefix)
  t.match(readFileSync(join(before.folder, 'package.json'), 'utf8'), '"0.1.0"')
  const { run } = await install(t, join(folder, `${NAME}.tgz`), prefix)
  t.match(await run('offers-gateway', '--version'), { code: 0, stdout: BUNDLED_VERSION })
  t.match(readFileSync(join(before.folder, 'package.json'), 'utf8'), `"${packageFacts.version}"`)
})

t.test('equal sources give an equal package and an equal bill of materials', async (t) => {
  const second = await release(t, join(root, 'second'), 'package', 'sbom')
  const files = [`${NAME}.cdx.json`, `${NAME}.tgz`, CLIENT]
  t.strictSame(readdirSync(second).toSorted(), files)
  t.strictSame(readdirSync(first).toSorted(), ['SHA256SUMS', ...files], 'no other file is left')
  for (const file of files)
    t.ok(readFileSync(join(first, file)).equals(readFileSync(join(second, file))), file)
})

interface Component {
  name: string
  version: string
  purl: string
  scope: string
  hashes: unknown[]
  licenses: unknown[]
}

t.test('the bill of materials names every package whose code is in the bundles', async (t) => {
  const sbom = JSON.parse(readFileSync(join(first, `${NAME}.cdx.json`), 'utf8'))
  t.match(sbom, {
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'offers-catalogue', version: packageFacts.version } },
  })
  const components: Component[] = sbom.components
  const named = components.map(({ name, version }) => `${name}@${version}`)
  const [programs, client] = ['dist/licences.txt', 'client/dist/licences.txt'].map((file) =>
    Array.from(read(file).matchAll(/^(\S+@\d\S*) {2}/gm), ([, id = '']) => id),
  )
  const bundled = [...(programs ?? []), ...(client ?? [])]
  t.ok(bundled.length > 10, 'there are some')
  t.ok(client?.some((id) => id.startsWith('@modelcontextprotocol/sdk@')))
  t.strictSame(
    bundled.filter((id) => !named.includes(id)),
    [],
    'none is missing',
  )
  t.strictSame(named.toSorted(), [...new Set(named)].toSorted(), 'each once')
  t.strictSame(
    components.filter(({ name, scope }) => name === 'typescript' || scope !== 'required'),
    [],
    'no tool is listed',
  )
  t.strictSame(
    components.filter(({ licenses, hashes, purl }) => !licenses?.length || !hashes?.length || !purl),
    [],
    'each with its licence, its digest and its address',
  )
})

t.test('all released files have their checksums', async (t) => {
  const check = await runToEnd('sha256sum', ['--check', 'SHA256SUMS'], { cwd: first })
  t.match(check, { code: 0, stdout: `${NAME}.cdx.json: OK\n${NAME}.tgz: OK\n${CLIENT}: OK\n` })
})

t.test('a tag is released with its section of the changelog, and only with that', async (t) => {
  const script = join(ROOT, 'packaging/release-notes.mjs')
  const folder = t.testdir({
    'package.json': '{ "version": "1.2.0" }',
    'CHANGELOG.md':
      '# Changelog\n\n## Unreleased\n\n## 1.2.0 - 2026-11-22\n\n- New.\n\n## 1.1.0 - 2026-10-01\n\n- Old.\n',
    early: { 'package.json': '{ "version": "1.2.0" }', 'CHANGELOG.md': '## Unreleased\n\n- New.\n' },
  })
  const notes = (tag: string, cwd = folder) => runToEnd(process.execPath, [script, tag], { cwd })
  t.strictSame(await notes('v1.2.0'), { code: 0, stdout: '- New.\n', stderr: '' })
  t.match(await notes('v1.1.0'), { code: 1, stdout: '', stderr: 'expected v1.2.0' })
  t.match(await notes('1.2.0'), {
    code: 1,
    stderr: 'the tag is 1.2.0, package.json says 1.2.0: expected v1.2.0',
  })
  t.match(await notes('v1.2.0; exit 0'), { code: 1 })
  t.match(await notes('v1.2.0', join(folder, 'early')), { code: 1, stderr: 'expected a section "## 1.2.0' })
})

t.test('the release workflow runs actions that are pinned by commit', async (t) => {
  const workflow = read('.github/workflows/release.yml')
  const actions = Array.from(workflow.matchAll(/uses: (\S+)/g), ([, action = '']) => action)
  t.ok(actions.length > 2)
  t.strictSame(
    actions.filter((action) => !/@[0-9a-f]{40}$/.test(action)),
    [],
  )
})
