// Asks the open questions of a proposal in a terminal, one after the other.

import { isTimeZone } from '../../lib/time/calendar.ts'
import { countryCodeOf } from '../conversions/countries.ts'
import { examplesOf } from '../mapping/load-mapping.ts'
import {
  ANSWER_OF,
  type Answers,
  NO_COLUMN,
  type Question,
  type QuestionPointer,
} from '../proposing/questions.ts'
import { textOf } from '../tables/cell.ts'
import type { Row, Table } from '../tables/table.ts'
import { askOne, askSeveral, askText, type Choice, type Dialog } from './ask.ts'

/** Bounds the list in the terminal; an option can name other columns. */
const MAX_CHOICES = 200
const ANOTHER = '\0another'

interface QuestionContext {
  dialog: Dialog
  question: Question
  columns: readonly Choice[]
  /** Its code; empty if it is not known yet. */
  country: string
}

/** Asks one question, and adds its answer to the others. */
export async function answerQuestion(
  question: Question,
  answers: Answers,
  { dialog, table, rows }: { dialog: Dialog; table: Table; rows: readonly Row[] },
): Promise<Answers> {
  const answer = await ASK[question.pointer]({
    dialog,
    question,
    columns: choicesOf(table, rows),
    country: answers.country ?? '',
  })
  return { ...answers, [ANSWER_OF[question.pointer]]: answer }
}

const ASK: Record<QuestionPointer, (context: QuestionContext) => Promise<string>> = {
  '/catalogue/country': async ({ dialog }) => {
    const answer = await askText(dialog, {
      message:
        'Which country are the offers for? Its two-letter code, such as CL, decides how numbers and money are read.',
      faultOf: (given) => (countryCodeOf(given) ? undefined : 'Type the code, such as CL.'),
    })
    return countryCodeOf(answer) ?? answer
  },
  '/catalogue/time_zone': ({ dialog, country }) =>
    askText(dialog, {
      message: `In which time zone do the offers begin and end${examplesOf(country)}?`,
      faultOf: (given) => (isTimeZone(given) ? undefined : 'Type a zone such as America/New_York.'),
    }),
  '/offer/benefit': ({ dialog, columns }) =>
    askOne(dialog, 'No column says a benefit, a price or an offer. Which one does?', [
      ...columns,
      { value: NO_COLUMN, label: 'None', hint: 'publish the rows as offers' },
    ]),
  '/offer/benefit/worth': ({ dialog, question: { values = '' } }) =>
    askOne(dialog, `Are the whole numbers of ${values} cents?`, [
      { value: `${values} as cents`, label: 'Cents', hint: '499 is 4.99' },
      { value: `${values} as fixed_price`, label: 'Whole prices', hint: '499 is 499' },
    ]),
  '/read/skip': ({ dialog, question: { text, values = '' } }) =>
    askOne(dialog, `Some rows are not running: ${text.split(': ')[0]}. Skip them?`, [
      { value: values, label: 'Skip them', hint: values },
      { value: NO_COLUMN, label: 'Publish them as offers', hint: 'as if they were running' },
    ]),
  '/catalogue/attribution': ({ dialog }) =>
    askText(dialog, {
      message:
        'Who provides the data, such as "Name · name.example"? Every answer of the API names this provider.',
      faultOf: someText,
    }),
  '/offer/issuer': async ({ dialog, columns }) => {
    const same = { value: ANOTHER, label: 'The same for all rows', hint: 'type the name next' }
    const answer = await askOne(dialog, 'Who issues the offers, such as a bank or a shop?', [
      same,
      ...columns,
    ])
    if (answer !== ANOTHER) return answer
    return askText(dialog, { message: 'What is the name of the issuer?', faultOf: someText })
  },
  '/offer/title': (context) => askColumns(context, 'Which column says what is offered?'),
  '/offer/ref': (context) =>
    askColumns(context, 'Which column identifies a row from day to day, such as a number or a code?'),
}

async function askColumns({ dialog, columns }: QuestionContext, message: string): Promise<string> {
  const several = { value: ANOTHER, label: 'Several columns together', hint: 'choose them next' }
  const answer = await askOne(dialog, message, [...columns, several])
  if (answer !== ANOTHER) return answer
  return (await askSeveral(dialog, 'Which columns?', columns)).join(' + ')
}

function choicesOf({ columns }: Table, rows: readonly Row[]): Choice[] {
  return columns.slice(0, MAX_CHOICES).map((column) => ({
    value: column,
    label: column,
    hint: rows.map((row) => textOf(row.get(column))).find((text) => text !== '') ?? 'empty',
  }))
}

function someText(given: string): string | undefined {
  return given === '' ? 'Type a name.' : undefined
}
