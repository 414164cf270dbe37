// Prints the files for tap: `node test/helpers/suites.mjs usual|quick|long|all FOLDER…`. A process that loads the programs
// takes a second to start, longer than most suites take, so suites share processes: each file in .tap/suites runs one
// suite after the other, the next one that none of these files has run, see typescript/shared-process.mjs. What a suite
// gives to `t.setTimeout`, a time of slow-suite.ts, says how slow it is.

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Its own in each run; the Makefile removes them. */
const SHARED = join('.tap/suites', `${process.pid}`)

/** The times of suites that share processes, the longest first. */
const SHARING = ['SLOW_MS', 'BUSY_MS', 'SHORT_MS', undefined]

/** The times of suites that have a process to themselves. */
const ALONE = ['ALONE_MS', 'LONG_MS']

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
function timeOf(suite) {
  const time = /\bt\.setTimeout\((\w+)/.exec(readFileSync(suite, 'utf8'))?.[1]
  if ([...SHARING, ...ALONE].includes(time)) return time
  throw new Error(`${suite}: found \`t.setTimeout(${time}\` first, expected a time of slow-suite.ts`)
}

/** How many files tap runs at once. */
function jobs() {
  const [, count] = /^jobs: (\d+)$/m.exec(readFileSync('.taprc', 'utf8')) ?? []
  if (!count) throw new Error('.taprc: found no line `jobs: NUMBER`')
  return Number(count)
}

/**
 * Writes one file for each job of tap, but no more than there are suites. Each file has a first suite that no other file
 * has: tap counts a file that runs nothing as a skipped test.
 * @param {string[]} suites
 * @returns {string[]} the files
 */
function shared(suites) {
  rmSync(SHARED, { recursive: true, force: true })
  mkdirSync(SHARED, { recursive: true })
  const program = pathToFileURL('test/helpers/typescript/shared-process.mjs').href
  const first = suites.slice(0, jobs())
  const rest = suites.slice(first.length)
  return first.map((own, index) => {
    const file = join(SHARED, `${index}.mjs`)
    const list = JSON.stringify([own, ...rest], null, 2)
    writeFileSync(file, `import { share } from '${program}'\n\nawait share(import.meta.filename, ${list})\n`)
    return file
  })
}

const [choice = '', ...folders] = process.argv.slice(2)
const isChosen = CHOICES[choice]
if (!isChosen || folders.length === 0)
  throw new Error(`one of ${Object.keys(CHOICES).join(', ')}, and folders`)

const suites = [...new Set(folders.flatMap(suitesIn))].filter((suite) => isChosen(timeOf(suite)))
if (suites.length === 0) throw new Error(`no tests in ${folders.join(' ')}`)
const alone = suites.filter((suite) => ALONE.includes(timeOf(suite) ?? ''))
// Slow ones first, so that none is left to the end.
const sharing = SHARING.flatMap((time) => suites.filter((suite) => timeOf(suite) === time))

console.log([...shared(sharing), ...alone].join('\n'))
