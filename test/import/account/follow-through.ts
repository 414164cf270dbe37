// Imports a file as somebody would who pastes what a question or a refusal prints.

import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import type { Test } from 'tap'
import { folderDigests } from '../../build/support/folder.ts'
import { type Ended, offersBuild } from '../../build/support/program.ts'
import { inFullOnCI } from '../../helpers/slow-suite.ts'
import { fileOf, offersOf } from '../import-table.ts'

type Replacement = readonly [from: string | RegExp, to: string]

export interface Days {
  file: string
  source: string
  /** Imports the file with options. */
  run(...options: string[]): Promise<Ended>
  /** Imports another content under the same name. */
  change(content: string | Uint8Array): void
  /** Writes the kept mapping as text with these replacements. */
  editMapping(...replaced: Replacement[]): void
  offers(): unknown[]
}

/** A file and its source folder; the first import also needs the facts of the country. */
export function daysOf(t: Test, name: string, content: string | Uint8Array): Days {
  const file = fileOf(t, name, content)
  const source = join(t.testdir({}), 'source')
  const mapping = join(source, 'mapping.json')
  return {
    file,
    source,
    run: (...options) => offersBuild(['import', file, '--source', source, ...options]),
    change: (next) => writeFileSync(file, next),
    editMapping: (...replaced) => {
      const before = readFileSync(mapping, 'utf8')
      const after = replaced.reduce((text, [from, to]) => text.replaceAll(from, to), before)
      t.not(after, before, 'the mapping is changed')
      writeFileSync(mapping, after)
    },
    offers: () => offersOf(source),
  }
}

export const FACTS = ['--country', 'CL', '--issuer', 'Banco Lenga']

/** The options in a text, as a shell would read them; fails if the text does not print them. */
export function pasted(t: Test, output: string, options: string): string[] {
  t.ok(output.includes(options), `${output} prints ${options}`)
  return wordsIn(options)
}

function wordsIn(options: string): string[] {
  return Array.from(options.matchAll(/--[a-z-]+|"(?:[^"\\]|\\.)*"|\S+/g), ([word]) =>
    word.startsWith('"') ? JSON.parse(word) : word,
  )
}

/** A table that causes a question or a refusal. */
export interface Case {
  /** What the table is about, if there are several. */
  about?: string
  /** The default is `a.csv`. */
  name?: string
  /** The options of the first import; the default is `FACTS`. */
  facts?: readonly string[]
  /** The table of the day before. Without it, the first import asks. */
  before?: string | Uint8Array
  /** What happens to the source before the table comes. */
  prepare?: (days: Days) => void
  content: string | Uint8Array
  /** Options of the day on which it is asked. In options, `SOURCE` stands for the source folder. */
  given?: readonly string[]
  /** A part of the message. */
  says?: string
  /** One for each alternative that is printed. */
  answers: readonly Answer[]
}

export interface Answer {
  /** Its name in the row of a refusal. */
  remedy?: string
  /** As the message has it. */
  printed: string
  /** What is pasted into the next command. The default is `printed`, unless the answer is to act. */
  paste?: string
  /** Whether it takes the place of all options of the day. */
  isInstead?: true
  /** Whether to paste it again would be another import. */
  isOnce?: true
  /** Whether every import needs it. */
  isDaily?: true
  /** What a person does instead of pasting. */
  act?: (days: Days) => unknown
  /** What the next run publishes: a pattern for all offers. */
  offers: readonly unknown[]
}

/** How a day is asked about or refused. */
interface Message {
  says?: RegExp
  code?: 1 | 2
}

/** A day that was asked about or refused. */
interface AskedDay {
  days: Days
  /** The options of the day: those that it needed in any case, and those that led to the message. */
  known: readonly string[]
  given: readonly string[]
}

/**
 * Follows each answer of a case: the day is asked about or refused and writes nothing; the next run does what the answer
 * says; the days after it, with the answer and without, change nothing. Outside of CI, only the first answer is given again.
 */
export async function followAnswers(
  t: Test,
  { about, answers, ...table }: Case,
  message: Message = {},
): Promise<void> {
  const asked = await ask(
    t,
    table,
    answers.map(({ printed }) => printed),
    message,
  )
  for (const [index, answer] of answers.entries()) {
    await t.test([about, answer.printed].filter(Boolean).join(': '), async (t) => {
      // Nothing else needs the folder of the last answer.
      const days = index === answers.length - 1 ? asked.days : copyOf(t, asked.days)
      await followAnswer(t, { ...asked, days }, answer, inFullOnCI || index === 0)
    })
  }
}

async function ask(
  t: Test,
  {
    name = 'a.csv',
    facts = FACTS,
    before,
    prepare,
    content,
    given = [],
    says: part = '',
  }: Omit<Case, 'answers'>,
  printed: readonly string[],
  { says = /^/, code = before === undefined ? 2 : 1 }: Message,
): Promise<AskedDay> {
  const days = daysOf(t, name, before ?? content)
  if (before !== undefined) {
    const first = await days.run(...facts)
    t.equal(first.code, 0, first.stderr)
    days.change(content)
  }
  prepare?.(days)
  const known = before === undefined ? facts : []
  const written = () => (existsSync(days.source) ? folderDigests(days.source) : undefined)
  const source = written()
  const asked = await days.run(...known, ...given.map((word) => atPlace(days, word)))
  t.strictSame(written(), source, 'nothing is written')
  t.equal(asked.code, code, asked.stderr || asked.stdout)
  t.match(asked.stderr, says)
  for (const each of [part, ...printed.map((text) => atPlace(days, text))])
    t.ok(asked.stderr.includes(each), `${asked.stderr} says ${each}`)
  return { days, known, given }
}

/** The same file and source folder once more. */
function copyOf(t: Test, { file, source }: Days): Days {
  const copy = daysOf(t, basename(file), readFileSync(file))
  if (existsSync(source)) cpSync(source, copy.source, { recursive: true })
  return copy
}

const atPlace = (days: Days, text: string) => text.replaceAll('SOURCE', days.source)

async function followAnswer(
  t: Test,
  { days, known, given }: AskedDay,
  { printed, paste, isInstead, isOnce, isDaily, act, offers }: Answer,
  isGivenAgain: boolean,
): Promise<void> {
  await act?.(days)
  const words = paste === undefined && act ? [] : wordsIn(atPlace(days, paste ?? printed))
  const ofTheDay = isInstead ? known : [...known, ...given.map((word) => atPlace(days, word))]
  const ended = await days.run(...without(ofTheDay, words), ...words)
  t.equal(ended.code, 0, ended.stderr)
  const published = days.offers()
  t.match(published, offers)
  t.equal(published.length, offers.length)
  const same = words.filter((word) => word !== '--replace')
  const isNeverAgain = isOnce || same.length === 0 || !isGivenAgain
  const daysAfter = isDaily ? [same] : isNeverAgain ? [[]] : [[], same]
  for (const again of daysAfter) {
    const tomorrow = await days.run(...again)
    t.equal(tomorrow.code, 0, `${again} ${tomorrow.stderr}`)
    t.strictSame(days.offers(), published, 'tomorrow, too')
  }
}

/** Options without those that others replace. */
function without(options: readonly string[], others: readonly string[]): string[] {
  const groups: string[][] = []
  for (const word of options) {
    if (word.startsWith('--')) groups.push([word])
    else groups.at(-1)?.push(word)
  }
  return groups.filter(([option = '']) => !others.includes(option)).flat()
}

/** Workbooks of sheets with rows of texts, numbers and days. */
export type SheetRows = readonly (readonly (string | number | null | Date)[])[]

export interface TestSheet {
  name: string
  rows: SheetRows
  hidden?: boolean
}

export function bookOf(...sheets: readonly TestSheet[]): Promise<Uint8Array> {
  return writeXlsx({ sheets: sheets.map((each) => ({ ...each, rows: each.rows.map((row) => [...row]) })) })
}

export function textOf(rows: SheetRows, delimiter = ';'): string {
  return rows.map((row) => `${row.join(delimiter)}\n`).join('')
}
