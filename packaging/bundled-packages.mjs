// The packages in the bundles and their licences, which must be distributed with the bundles.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// `node_modules/a/node_modules/@b/c/index.js` -> `node_modules/a/node_modules/@b/c`
const PACKAGE_FOLDER = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/

/**
 * @param {import('esbuild').Metafile} metafile the report of esbuild on its outputs, run in the present folder: its paths
 *   are relative
 * @returns {{ name: string, version: string, license: string, folder: string }[]} a row for each folder, sorted by
 *   `name@version`
 */
export function bundledPackages({ outputs }) {
  const inputs = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs))
  // Inputs that are our own files are in no package.
  const folders = new Set(inputs.flatMap((path) => PACKAGE_FOLDER.exec(path) ?? []))
  return [...folders].map(packageFacts).sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
}

/** @returns {string} a text for people: the list, then each licence as its authors wrote it */
export function licenceNotices(packages) {
  const list = packages.map((each) => `${idOf(each)}  ${each.license}`)
  const notices = packages.map((each) => `${'-'.repeat(80)}\n${idOf(each)}\n\n${licenceText(each)}`)
  return `These packages are part of the bundles.\n\n${list.join('\n')}\n\n${notices.join('\n')}`
}

/** @returns {string[]} the `name@version` of each package that a text of `licenceNotices` lists, e.g. as `ms@2.1.3  MIT` */
export function bundledIn(notices) {
  return Array.from(notices.matchAll(/^(\S+@\d\S*) {2}/gm), ([, id]) => id)
}

function packageFacts(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return { name, version, license, folder }
}

/** For a package without a licence file, `packaging/licences` has the one of its repository. */
function licenceText({ folder, name }) {
  const files = readdirSync(folder).filter((each) => /^(?:licen[cs]e|copying|notice)/i.test(each))
  const own = files.map((file) => join(folder, file))
  const paths = own.length > 0 ? own : [join(import.meta.dirname, 'licences', `${name}.txt`)]
  try {
    return paths.map((path) => readFileSync(path, 'utf8')).join('\n')
  } catch (cause) {
    throw new Error(`${name}: has no licence file; put one into packaging/licences/${name}.txt`, { cause })
  }
}

function idOf({ name, version }) {
  return `${name}@${version}`
}
