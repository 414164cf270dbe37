// Prints the section of CHANGELOG.md for a tag: node packaging/release-notes.mjs TAG. Exits with 1 if the tag is not
// the version in package.json, or the section is missing or empty.

import { readFileSync } from 'node:fs'

const [tag = ''] = process.argv.slice(2)
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m).slice(1)
const isOf = (section) => section.startsWith(`${version} `) || section.startsWith(`${version}\n`)
const notes = sections.find(isOf)?.split('\n').slice(1).join('\n').trim()

if (tag !== `v${version}`)
  fail(`the tag is ${tag || 'missing'}, package.json says ${version}: expected v${version}`)
if (!notes) fail(`CHANGELOG.md: expected a section "## ${version} - YYYY-MM-DD" that lists the changes`)
process.stdout.write(`${notes}\n`)

function fail(message) {
  process.stderr.write(`release-notes: ${message}\n`)
  process.exit(1)
}
