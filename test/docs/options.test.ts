// Pages and programs name the same options and variables.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { FILTERS_OF_COPY } from '../../client/mirror/filters.ts'
import { VARIABLES } from '../../lib/command-line/variables.ts'
import { prettyJson } from '../../lib/json/json.ts'
import { codeOf, commandsIn, PAGES, ROOT, read } from './support/pages.ts'
import { ALL_OPTIONS, ALWAYS, optionsIn, shownCommand } from './support/programs.ts'
import { noneWrong, noneWrongOn } from './support/wrong.ts'

/** Of other programs that the pages show at work: rclone, redis-cli, useradd, tar, systemctl, journalctl, node_exporter, Node, curl, sha256sum, gh, npm, docker, Alertmanager. */
const FOREIGN = optionsIn(`
  --checksum --ignore-times --header-upload --read-only --addr --dir-cache-time --transfers --system --now --memory --import
  --env-file --exclude --ignore-failed-read --s3-no-head --fail --silent --compressed --etag-save
  --output --etag-compare --write-out --dump-header --check --ignore-missing --repo --global --webroot
  --deploy-hook --agree-tos --wait --pipe --same-dir --header --quiet --continue --output-document --out --ignore-stdin --check-status --download --input --volume --publish --rm --project-name --file --cluster --web
  --no-pager --lines --collector --latency
`)

t.test('the programs take the command lines of the pages', async (t) => {
  const lines = (page: string) => commandsIn(read(page)).filter((line) => / \S/.test(afterBundle(line)))
  const isTaken = (line: string) => {
    const shown = shownCommand(line)
    const known = [...ALWAYS, ...(shown?.command?.options ?? []).map(({ name }) => `--${name}`)]
    return shown?.command !== undefined && shown.options.every((option) => known.includes(option))
  }
  noneWrongOn(t, PAGES, lines, isTaken)
  t.ok(PAGES.flatMap(lines).length > 15, 'there are some')
})

/** The words after the name of the program; empty if a line only names it. */
function afterBundle(line: string): string {
  return /dist\/(?:build|gateway|generate)\.mjs(.*)$/.exec(line)?.[1] ?? ''
}

/** A page without what earlier versions had, such as the changelog of releases. */
function presentTextOf(file: string): string {
  return file === 'CHANGELOG.md' ? (read(file).split(/^## /m)[1] ?? '') : read(file)
}

t.test('every option that is named exists', async (t) => {
  const ofFind = FILTERS_OF_COPY.map(({ name }) => name.replaceAll('_', '-'))
  const names = [...ALL_OPTIONS.map(({ name }) => name), ...ofFind]
  const known = new Set([...ALWAYS, ...FOREIGN, ...names.map((name) => `--${name}`)])
  const files = [...PAGES, 'deploy/nginx/balancer.conf', 'deploy/nginx/origin.conf']
  noneWrongOn(
    t,
    files,
    (file) => optionsIn(presentTextOf(file)),
    (option) => known.has(option),
  )
})

t.test('every option is named on a page', async (t) => {
  const named = new Set(PAGES.flatMap((page) => codeOf(read(page)).flatMap(optionsIn)))
  noneWrong(
    t,
    ALL_OPTIONS.map(({ name }) => `--${name}`).filter((option) => !ALWAYS.includes(option)),
    (option) => named.has(option),
    'none is missing',
  )
})

t.test(
  'every program knows the options of all programs, so that it can warn of other variables',
  async (t) => {
    const file = join(ROOT, 'lib/command-line/option-names.json')
    const names = [...new Set(ALL_OPTIONS.map(({ name }) => name))].toSorted()
    if (process.env.UPDATE_SCHEMAS === '1') writeFileSync(file, prettyJson(names))
    t.strictSame(JSON.parse(readFileSync(file, 'utf8')), names, '`make schemas` writes them')
  },
)

t.test('every variable that pages, packages and the daily job name is known', async (t) => {
  const folders = ['docs', 'deploy', 'packaging', '.github'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(?:png|svg)$/.test(entry.name))
      .map((entry) => join(folder, entry.parentPath.slice(join(ROOT, folder).length), entry.name)),
  )
  const files = [...PAGES, ...folders, 'client/README.md']
  const named = (file: string) => presentTextOf(file).match(/\bOFFERS_[A-Z][A-Z_]*[A-Z]\b/g) ?? []
  noneWrongOn(t, [...new Set(files)], named, (variable) => VARIABLES.has(variable))
  t.ok(new Set(files.flatMap(named)).size > 20, 'there are some')
})
