// The refusals of files and answers by `import`, a row each, with what to do then. Each remedy is followed in
// test/import/account/refusals.test.ts, which fails by the name of one that has no case.

import { OperatorError } from '../../lib/errors.ts'

interface RefusalRow {
  readonly code: 'usage' | 'bad-source'
  /** What was found, and what was expected. `{file}` is replaced by the fact of that name. */
  readonly says: string
  /**
   * What a person may do, on separate lines if there are several. A remedy is left out if one of its facts is
   * unknown.
   */
  readonly remedies: Readonly<Record<string, string>>
}

export const REFUSALS = {
  // Of a file on a later day.
  columnsChanged: {
    code: 'bad-source',
    says: '{file}: the table differs from the last one; nothing was written\n{columns}',
    remedies: { replace: 'if the table and the mapping are both right, import once with {option}' },
  },
  // This and the next two are about one column, in the `{columns}` of `columnsChanged`.
  cellsChanged: {
    code: 'bad-source',
    says: '{count} cells are not understood; before, cells were like {example}',
    remedies: { mapping: 'put the cells back as they were, or change {place} in {path}' },
  },
  daysInOtherOrder: {
    code: 'bad-source',
    says: '{days} in the order {other}, such as {example}; the mapping says {own}',
    remedies: {
      mapping: 'write the days as before, or replace {own} by {other} in /formats/dates in {path}',
    },
  },
  memberGone: {
    code: 'bad-source',
    says: 'no record has it; before, {count} had, such as {example}',
    remedies: { mapping: 'give the member its name back, or change {place} in {path}' },
  },
  columnsGone: {
    code: 'bad-source',
    says: '{file}: found no column {missing}; its columns are {columns}; nothing was written',
    remedies: {
      mapping: 'put the row of headings back as it was, or change {pointers} in {path}',
      ref: '--ref {heading} names another ref, and says what that costs',
      reading:
        'if it is the same table, written in another way, remove {reading} from {path}: they are detected then',
    },
  },
  repeatedColumnGone: {
    code: 'bad-source',
    says: '{file}: found {found} {column}, expected {expected}, as the mapping knows; nothing was written',
    remedies: {
      heading:
        'give the other one its heading back; if the first {column} is the right one, import once with --replace',
    },
  },
  sheetsGone: {
    code: 'bad-source',
    says: '{file}: found the sheets {found}, expected {expected}',
    remedies: { sheet: 'name what to read:\n{sheets}' },
  },
  sheetsDiffer: {
    code: 'bad-source',
    says: '{file}: the sheets {first} and {other} have different headings, expected the same',
    remedies: {
      sheet:
        'give them the same ones, or read one of them: --sheet {first}, or --sheet {other} with another --source',
    },
  },
  otherEncoding: {
    code: 'bad-source',
    says: '{path}: found UTF-8, expected Windows-1252',
    remedies: { mapping: 'change {pointer} in the mapping, or remove it' },
  },
  wrongBytes: {
    code: 'bad-source',
    says: '{file}: found {found} in line {line}',
    remedies: {
      export: 'export it as CSV in UTF-8',
      mapping: 'or remove {pointer} from the mapping: it is detected then',
    },
  },
  cutOff: {
    code: 'bad-source',
    says: 'found {found}; nothing was written',
    remedies: {
      replace: 'the file is most likely cut off: get it again, or use --replace once if it is whole',
    },
  },
  issuerRenamed: {
    code: 'bad-source',
    says: 'an issuer has another name than before; nothing was written\n{issuers}',
    remedies: {
      lookup:
        'to keep its slug and the ids, add "lookup": {lookup} to /offer/issuer in mapping.json; the name for people is in issuers.json',
      replace: 'if it is another issuer, import once with --replace',
    },
  },
  valuesLost: {
    code: 'bad-source',
    says: 'offers lose a value that an earlier version read from a sentence; nothing was written\n{columns}',
    remedies: {
      cells:
        'a value is read from a cell whose whole text is understood, such as "20% de descuento": write it so, or into another column',
      replace:
        'to publish these offers without a value, import once with --replace; if the next run refuses them, it names the --on-broken to give',
    },
  },
  refsShownOtherwise: {
    code: 'bad-source',
    says: 'the workbook shows {shown} where the ref of the last import is {ref}: the offer would get another id; nothing was written',
    remedies: {
      format: 'format the cells of {column} as before',
      ref: 'to change the refs, give the same command with --ref {column} --replace',
    },
  },
  offersNotImported: {
    code: 'bad-source',
    says: '{path}: {why} and would be lost',
    remedies: { replace: 'use --replace, or another --source' },
  },

  // Of a file on the first day.
  columnsNotUnderstood: {
    code: 'bad-source',
    says: '{file}: the cells of a column are not understood; nothing was written\n{columns}',
    remedies: {},
  },
  // About one column, in `{columns}`: its remedies are those of the refusal.
  noCellUnderstood: {
    code: 'bad-source',
    says: 'none of {count} cells is understood',
    remedies: {
      mapping: 'correct the cells, or change {place}',
      value:
        'correct the cells, or say what the column is with --value {value}, or another kind; --benefit "none" and --value "none" leave it out',
      none: 'correct the cells, or {none} leave it out',
      column: 'correct the cells, or name another column with --{option}; "none" leaves it out',
    },
  },
  severalLists: {
    code: 'usage',
    says: '{file}: found {found}',
    remedies: {
      records: 'name the offers, with one of these options or as read.records of the mapping:\n{places}',
    },
  },
  listGone: {
    code: 'bad-source',
    says: '{file}: found {found}',
    remedies: {
      list: 'write the offers as {list}',
      records: 'name the offers, with one of these options or as read.records of the mapping:\n{places}',
    },
  },

  // Of an answer.
  otherRef: {
    code: 'usage',
    says: '{cost}',
    remedies: { replace: 'nothing was written; to change it, give the same command with --replace' },
  },
  refOfOtherOffers: {
    code: 'bad-source',
    says: 'with the ref {names}, {ids} would name another offer; nothing was written\n{examples}',
    remedies: {
      join: 'join a column to it that makes its texts differ from those before, such as --ref {joined}',
    },
  },
  refOfIssuer: {
    code: 'usage',
    says: '--ref: {column} names the issuer, which is part of each id already: in the ref, a new name would give all its offers new ids, unnoticed',
    remedies: { others: 'name {others}' },
  },
  otherAnswers: {
    code: 'usage',
    says: '{members}\n{path} is from an earlier import',
    remedies: { remove: 'edit it, or remove it to start again' },
  },
  misspeltIssuer: {
    code: 'usage',
    says: '--issuer: {given} is no column, but {heading} is',
    remedies: { column: 'name that column, or, if {given} issues all offers, add a word to the name' },
  },
  noSuchColumn: {
    code: 'usage',
    says: '--{option}: found no column {missing}',
    remedies: { columns: 'the columns are {columns}' },
  },
  noSuchStatus: {
    code: 'usage',
    says: '--skip-status: found {found}, expected a value of a status column that is not running',
    remedies: { statuses: 'found in the table: {statuses}' },
  },
  joinedFigures: {
    code: 'usage',
    says: '--value: figures are read from one column',
    remedies: { benefit: '--benefit {columns} joins words, such as "10%" and "de cashback"' },
  },
  unknownKind: {
    code: 'usage',
    says: '--value: {column} holds figures that may be taken off or paid',
    remedies: {
      kind: 'say what they are, such as --value {likely}, or {others}; money may be "in cents", such as {cents}',
    },
  },
  severalCurrencies: {
    code: 'usage',
    says: '--value: {column} holds amounts without a sign, expected signs, as {currencies} has several currencies ({codes})',
    remedies: {
      kind: 'say what the numbers are, such as --value {percentage}',
      signs: 'add the signs, or import without that column',
    },
  },
  noCells: {
    code: 'usage',
    says: '--{option}: {column} has no texts and no numbers, as a list of objects has none',
    remedies: { column: 'name another column, or write each of these objects as a record' },
  },
  mappingMissing: {
    code: 'bad-source',
    says: '{path}: missing',
    remedies: { propose: 'import FILE --propose {path} writes a proposal' },
  },
  mappingThere: {
    code: 'usage',
    says: '{path} exists already and may contain manual changes',
    remedies: { replace: 'use --replace, or another name' },
  },
} as const satisfies Readonly<Record<string, RefusalRow>>

export type RefusalName = keyof typeof REFUSALS

/** The facts that a text names as `{fact}`. */
type FactsIn<Text extends string> = Text extends `${string}{${infer Fact}}${infer Rest}`
  ? Fact | FactsIn<Rest>
  : never

type Row<N extends RefusalName> = (typeof REFUSALS)[N]
type RemedyTexts<N extends RefusalName> = Row<N>['remedies'][keyof Row<N>['remedies']]

/** The facts of a refusal. Those that only remedies name may be unknown. */
export type FactsOf<N extends RefusalName> = Record<FactsIn<Row<N>['says']>, string | number> & {
  [F in FactsIn<RemedyTexts<N> & string>]?: string | number | undefined
}

/** @returns what a refusal says, and the remedies to it */
export function refusalText<N extends RefusalName>(
  name: N,
  facts: FactsOf<N>,
): { says: string; remedies: string[] } {
  const { says, remedies }: RefusalRow = REFUSALS[name]
  const known = new Map(Object.entries<string | number | undefined>(facts))
  const filled = (text: string) => text.replaceAll(FACT, (_, fact: string) => String(known.get(fact)))
  const isKnown = (text: string) =>
    Array.from(text.matchAll(FACT)).every(([, fact = '']) => known.get(fact) !== undefined)
  return { says: filled(says), remedies: Object.values(remedies).filter(isKnown).map(filled) }
}

const FACT = /\{(\w+)\}/g

/** The error of a refusal, to be thrown. */
export function refusal<N extends RefusalName>(
  name: N,
  facts: FactsOf<N>,
  options?: { cause: unknown },
): OperatorError {
  const { says, remedies } = refusalText(name, facts)
  const isOneLine = remedies.length === 1 && !says.includes('\n')
  return new OperatorError(REFUSALS[name].code, [says, ...remedies].join(isOneLine ? '; ' : '\n'), options)
}
