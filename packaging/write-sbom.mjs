// Writes the components of the programs and the client as CycloneDX: node packaging/write-sbom.mjs FILE, after
// `make dist`. npm makes the list from the lock file. Values that differ from run to run are removed, so that equal
// input gives equal bytes.

import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundledIn } from './bundled-packages.mjs'

const [file] = process.argv.slice(2)
if (!file) throw new Error('usage: node packaging/write-sbom.mjs FILE')

const work = mkdtempSync(join(tmpdir(), 'sbom-'))
try {
  writeFileSync(file, sbomOf(work))
} finally {
  rmSync(work, { recursive: true })
}

// `npm sbom --omit=dev` leaves out packages that programs and tools share, so it gets a project without tools.
function sbomOf(work) {
  const { devDependencies, overrides, scripts, ...manifest } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  )
  const programs = npmSbom(join(work, 'programs'), manifest)
  const all = npmSbom(join(work, 'all'), { ...manifest, devDependencies, overrides })
  const { serialNumber, metadata, ...others } = withClient(programs, all)
  const { timestamp, ...described } = metadata
  return `${JSON.stringify({ ...others, metadata: described }, null, 2)}\n`
}

function npmSbom(folder, manifest) {
  // npm calls the project by the name of its folder.
  const project = join(folder, manifest.name)
  mkdirSync(project, { recursive: true })
  copyFileSync('package-lock.json', join(project, 'package-lock.json'))
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
  npm(project, 'install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit', '--no-fund')
  return JSON.parse(npm(project, 'sbom', '--package-lock-only', '--sbom-format=cyclonedx'))
}

// The client has parts of tools in its bundle, and needs no more of what these depend on.
function withClient(programs, all) {
  const listed = new Set(programs.components.map(idOf))
  const bundled = new Set(bundledIn(readFileSync('client/dist/licences.txt', 'utf8')))
  const added = all.components
    .filter((each) => bundled.has(idOf(each)) && !listed.has(idOf(each)))
    // npm takes them for tools, which scanners pass over.
    .map((each) => ({ ...each, scope: 'required', properties: [] }))
  const refs = new Set([...programs.components, ...added].map((each) => each['bom-ref']))
  const dependencies = all.dependencies
    .filter(({ ref }) => added.some((each) => each['bom-ref'] === ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }))
  return {
    ...programs,
    components: [...programs.components, ...added],
    dependencies: [...programs.dependencies, ...dependencies],
  }
}

function idOf({ name, version }) {
  return `${name}@${version}`
}

function npm(cwd, ...args) {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}
