// Writes the components of the programs as CycloneDX: node packaging/write-sbom.mjs FILE. npm makes the list from the
// lock file. Values that differ from run to run are removed, so that equal input gives equal bytes.

import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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
  // npm calls the project by the name of its folder.
  const project = join(work, manifest.name)
  mkdirSync(project)
  copyFileSync('package-lock.json', join(project, 'package-lock.json'))
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
  npm(project, 'install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit', '--no-fund')
  const sbom = JSON.parse(npm(project, 'sbom', '--package-lock-only', '--sbom-format=cyclonedx'))
  const { serialNumber, metadata, ...others } = sbom
  const { timestamp, ...described } = metadata
  return `${JSON.stringify({ ...others, metadata: described }, null, 2)}\n`
}

function npm(cwd, ...args) {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}
