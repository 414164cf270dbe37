// Asks the open questions of a proposal in a terminal, one after the other.

import { ANSWERS, type Answers, NO_COLUMN } from '../proposing/answers.ts'
import { answerTo, type Choice, type Question } from '../proposing/questions.ts'
import { textOf } from '../tables/cell.ts'
import type { Row, Table } from '../tables/table.ts'
import { askOne, askSeveral, askText, type Dialog } from './ask.ts'

/** Bounds the list in the terminal; an option can name other columns. */
const MAX_CHOICES = 200
const ANOTHER = '\0another'

/** Asks one question, and adds its answer to the others. */
export async function answerQuestion(
  question: Question,
  answers: Answers,
  { dialog, table, rows }: { dialog: Dialog; table: Table; rows: readonly Row[] },
): Promise<Answers> {
  const { key } = answerTo(question)
  const { text, choices } = question
  const columns = choicesOf(table, rows)
  const answer = () => {
    if (choices) return askOne(dialog, text, choices)
    switch (key) {
      case 'country':
      case 'timeZone':
        return askText(dialog, text, ANSWERS[key].parse)
      case 'attribution':
        return askText(dialog, text)
      case 'issuer':
        return askIssuer(dialog, text, columns)
      case 'benefit':
        return askOne(dialog, text, [
          ...columns,
          { value: NO_COLUMN, label: 'None', hint: 'publish the rows as offers' },
        ])
      default:
        return askColumns(dialog, text, columns)
    }
  }
  return { ...answers, [key]: await answer() }
}

async function askIssuer(dialog: Dialog, text: string, columns: readonly Choice[]): Promise<string> {
  const same = { value: ANOTHER, label: 'The same for all rows', hint: 'type the name next' }
  const answer = await askOne(dialog, text, [same, ...columns])
  return answer === ANOTHER ? askText(dialog, 'What is the name of the issuer?') : answer
}

async function askColumns(dialog: Dialog, text: string, columns: readonly Choice[]): Promise<string> {
  const several = { value: ANOTHER, label: 'Several columns together', hint: 'choose them next' }
  const answer = await askOne(dialog, text, [...columns, several])
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
