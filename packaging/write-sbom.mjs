// Writes the packages whose code is in the programs and the client as CycloneDX: node packaging/write-sbom.mjs FILE, after
// `make dist`. npm knows their facts from the lock file. Values that differ from run to run are removed, so that equal
// input gives equal bytes.

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { bundledIn } from './bundled-packages.mjs'

const [file] = process.argv.slice(2)
if (!file) throw new Error('usage: node packaging/write-sbom.mjs FILE')

const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'))
const notices = ['dist/licences.txt', 'client/dist/licences.txt'].map((path) => readFileSync(path, 'utf8'))
const bundled = new Set(notices.flatMap(bundledIn))

const listed = JSON.parse(
  execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], { encoding: 'utf8' }),
)
const { serialNumber, metadata, ...facts } = listed
const { timestamp, ...described } = metadata
const project = described.component
const components = listed.components
  .filter((each) => bundled.has(idOf(each)))
  // npm marks some as optional or as tools for development, which scanners pass over.
  .map((each) => ({ ...each, scope: 'required', properties: [] }))
const refs = new Set(components.map((each) => each['bom-ref']))
const dependencies = listed.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }))
const contents = { ref: project['bom-ref'], dependsOn: [...refs] }

writeFileSync(
  file,
  `${JSON.stringify(
    {
      ...facts,
      // npm names the project after its folder.
      metadata: { ...described, component: { ...project, name, version } },
      components,
      dependencies: [contents, ...dependencies],
    },
    null,
    2,
  )}\n`,
)

function idOf(component) {
  return `${component.name}@${component.version}`
}
