// Pages and programs name the same options and variables.

import t from 'tap'
import { CONFIGURATIONS, codeOf, commandsIn, PAGES, read } from './support/pages.ts'
import { ALL_OPTIONS, ALL_VARIABLES, ALWAYS, optionsIn, shownCommand } from './support/programs.ts'
import { noneWrong, noneWrongOn } from './support/wrong.ts'

/** Of other programs that the pages show at work: rclone, useradd, systemctl, Node, curl, sha256sum, gh, npm, docker. */
const FOREIGN = [
  ...[
    '--checksum',
    '--read-only',
    '--addr',
    '--dir-cache-time',
    '--transfers',
    '--system',
    '--now',
    '--memory',
    '--import',
  ],
  ...[
    '--fail',
    '--silent',
    '--compressed',
    '--etag-save',
    '--output',
    '--etag-compare',
    '--write-out',
    '--dump-header',
  ],
  ...['--check', '--ignore-missing', '--repo', '--global'],
  ...['--input', '--volume', '--publish', '--rm', '--project-name', '--file'],
]

t.test('a command line on a page is one that its program takes', async (t) => {
  const lines = (page: string) => commandsIn(read(page)).filter((line) => / \S/.test(afterBundle(line)))
  const isTaken = (line: string) => {
    const shown = shownCommand(line)
    const known = [...ALWAYS, ...(shown?.command?.options ?? []).map(({ name }) => `--${name}`)]
    return shown?.command !== undefined && shown.options.every((option) => known.includes(option))
  }
  noneWrongOn(t, PAGES, lines, isTaken)
  t.ok(PAGES.flatMap(lines).length > 15, 'there are some')
})

/** What follows the program's name; nothing where a line only names it. */
function afterBundle(line: string): string {
  return /dist\/(?:build|gateway|generate)\.mjs(.*)$/.exec(line)?.[1] ?? ''
}

t.test('every option that is named exists', async (t) => {
  const known = new Set([...ALWAYS, ...FOREIGN, ...ALL_OPTIONS.map(({ name }) => `--${name}`)])
  const files = [...PAGES, 'docs/nginx/balancer.conf', 'docs/nginx/origin.conf']
  noneWrongOn(
    t,
    files,
    (file) => optionsIn(read(file)),
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

t.test('every variable that is named exists', async (t) => {
  const named = (file: string) => read(file).match(/\bOFFERS_[A-Z][A-Z_]*[A-Z]\b/g) ?? []
  noneWrongOn(t, [...PAGES, ...CONFIGURATIONS], named, (variable) => ALL_VARIABLES.has(variable))
})
