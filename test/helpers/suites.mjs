// Prints the files for tap: `node test/helpers/suites.mjs usual|quick|long|all FOLDER…`. A process that loads the programs
// takes a second to start, longer than most suites take, so suites share processes: a file in .tap/suites runs some of
// them, one after the other. What a suite gives to `t.setTimeout`, a time of slow-suite.ts, says how slow it is.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Its own in each run; the Makefile removes them. */
const SHARED = join('.tap/suites', `${process.pid}`)

/** How many suites share a process, by the time in `t.setTimeout`; those of other times share none. */
const PER_PROCESS = new Map([
  ['SLOW_MS', 6],
  ['BUSY_MS', 12],
  ['SHORT_MS', 24],
  [undefined, 48],
])

/** @type {Record<string, (time: string | undefined) => boolean>} */
const CHOICES = {
  usual: (time) => time !== 'LONG_MS',
  quick: (time) => time === undefined,
  long: (time) => time === 'LONG_MS',
  all: () => true,
}

/** @param {string} path a suite, or a folder */
function suitesIn(path) {
  if (statSync(path).isFile()) return [path]
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted()
  const suites = files.filter((file) => file.endsWith('.test.ts')).map((file) => join(path, file))
  if (suites.length === 0) throw new Error(`no tests in ${path}`)
  return suites
}

/** @param {string} suite */
const timeOf = (suite) => /\bt\.setTimeout\((\w+)/.exec(readFileSync(suite, 'utf8'))?.[1]

/**
 * Neighbours share a process: they load the same modules.
 * @param {string[]} suites
 * @param {number} most of a process
 */
function processesFor(suites, most) {
  const count = Math.ceil(suites.length / most)
  const size = Math.ceil(suites.length / count)
  return Array.from({ length: count }, (_, index) => suites.slice(index * size, (index + 1) * size))
}

/**
 * @param {string[]} suites
 * @param {number} index
 */
function shared(suites, index) {
  const file = join(SHARED, `${index}.mjs`)
  const program = pathToFileURL('test/helpers/typescript/shared-process.mjs').href
  const list = JSON.stringify(suites, null, 2)
  writeFileSync(file, `import { share } from '${program}'\n\nawait share(import.meta.filename, ${list})\n`)
  return file
}

const [choice = '', ...folders] = process.argv.slice(2)
const isChosen = CHOICES[choice]
if (!isChosen || folders.length === 0)
  throw new Error(`one of ${Object.keys(CHOICES).join(', ')}, and folders`)

const suites = folders.flatMap(suitesIn).filter((suite) => isChosen(timeOf(suite)))
if (suites.length === 0) throw new Error(`no tests in ${folders.join(' ')}`)
const alone = suites.filter((suite) => !PER_PROCESS.has(timeOf(suite)))
const processes = [...PER_PROCESS].flatMap(([time, most]) =>
  processesFor(
    suites.filter((suite) => timeOf(suite) === time),
    most,
  ),
)

mkdirSync(SHARED, { recursive: true })
// Slow ones first, so that none is left to the end.
console.log([...alone, ...processes.map(shared)].join('\n'))
