// Answers: the members that they fill in, the open questions, and answers that differ from the kept mapping.

import t from 'tap'
import type { Mapping } from '../../../import/mapping/mapping.ts'
import type { Answers } from '../../../import/proposing/answers.ts'
import {
  answerTo,
  fillIn,
  openQuestions,
  type Question,
  questionText,
  refuseOtherAnswers,
} from '../../../import/proposing/questions.ts'

const EMPTY: Mapping = {
  catalogue: { attribution: null, country: null, time_zone: null },
  formats: { dates: [], decimal: null, currency: null },
  issuer_type: 'other',
  offer: {
    ...{ ref: null, title: null, issuer: null, category: { constant: 'x' } },
    benefit: { worth: [], summary: null },
  },
}

const messageOf = (run: () => unknown): string => {
  try {
    run()
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

t.test('each question has the option that answers it', async (t) => {
  const options: [pointer: Question['pointer'], option: string][] = [
    ['/catalogue/country', '--country CC'],
    ['/catalogue/time_zone', '--time-zone ZONE'],
    ['/offer/issuer', '--issuer NAME|COLUMN'],
    ['/offer/title', '--title COLUMN'],
    ['/offer/ref', '--ref COLUMN'],
    ['/offer/benefit', '--benefit COLUMN'],
    ['/offer/benefit/worth', '--value COLUMN'],
    ['/read/skip', '--skip-status VALUE'],
    ['/catalogue/attribution', '--attribution TEXT'],
  ]
  for (const [pointer, option] of options) t.equal(answerTo({ pointer, text: '' }).option, option)
})

t.test('an answer fills in its member, and nothing else', async (t) => {
  const columns = ['A', 'B', 'C + D']
  const cases: [answers: Answers, filled: object][] = [
    [{ attribution: 'X' }, { catalogue: { attribution: 'X' } }],
    [{ issuer: 'A' }, { offer: { issuer: { column: 'A' } } }],
    [{ issuer: 'Club' }, { offer: { issuer: { constant: 'Club' } } }],
    [{ title: 'A' }, { offer: { title: { column: 'A' } } }],
    [{ title: 'B + A' }, { offer: { title: { columns: ['B', 'A'], join: ' · ' } } }],
    [{ title: 'C + D' }, { offer: { title: { column: 'C + D' } } }],
    [{ ref: 'B' }, { offer: { ref: { column: 'B' } } }],
    [{ ref: 'A  +  B' }, { offer: { ref: { columns: ['A', 'B'], join: ' | ' } } }],
    [{}, {}],
  ]
  for (const [answers, filled] of cases) {
    const { catalogue, offer } = { catalogue: {}, offer: {}, ...filled }
    t.strictSame(
      fillIn(EMPTY, answers, columns),
      { ...EMPTY, catalogue: { ...EMPTY.catalogue, ...catalogue }, offer: { ...EMPTY.offer, ...offer } },
      JSON.stringify(answers),
    )
  }
})

t.test('a missing column is refused, with a list of the columns', async (t) => {
  const many = Array.from({ length: 42 }, (_, n) => `c${n}`)
  const first = many.slice(0, 40).map((each) => JSON.stringify(each))
  const cases: [answers: Answers, columns: string[], message: string][] = [
    [{ title: 'Z' }, ['A', 'B'], '--title: found no column "Z"; the columns are "A", "B"'],
    [{ ref: 'A + Z + Y' }, ['A'], '--ref: found no column "Z"; the columns are "A"'],
    [{ ref: 'Z' }, many, `--ref: found no column "Z"; the columns are ${first.join(', ')}, and 2 more`],
    [
      { ref: 'z'.repeat(300) },
      ['y'.repeat(300)],
      `--ref: found no column "${'z'.repeat(199)}…"; the columns are "${'y'.repeat(199)}…"`,
    ],
  ]
  for (const [answers, columns, message] of cases)
    t.equal(
      messageOf(() => fillIn(EMPTY, answers, columns)),
      message,
    )
})

t.test('a question is open until it is answered, or the issuer is the provider', async (t) => {
  const questions: Question[] = [
    { pointer: '/catalogue/country', text: '' },
    { pointer: '/offer/ref', text: '' },
    { pointer: '/catalogue/attribution', text: '' },
  ]
  const open = (answers: Answers, issuer: Mapping['offer']['issuer'] = null) =>
    openQuestions(questions, answers, { ...EMPTY, offer: { ...EMPTY.offer, issuer } }).map(
      ({ pointer }) => pointer,
    )
  const [country, ref, provider] = questions.map(({ pointer }) => pointer)
  t.strictSame(open({}), [country, ref, provider])
  t.strictSame(open({ country: 'CL', title: 'x' }), [ref, provider])
  t.strictSame(open({ ref: 'x', attribution: 'y' }), [country])
  t.strictSame(open({ issuer: 'x' }, { constant: 'x' }), [country, ref])
  t.strictSame(open({ issuer: 'x' }, { column: 'x' }), [country, ref, provider])
})

t.test('a question as text names the member of the mapping', async (t) => {
  t.equal(questionText({ pointer: '/offer/ref', text: 'which?' }), '/offer/ref: which?')
})

t.test('each answer that differs from the kept mapping is refused by name', async (t) => {
  const kept: Mapping = {
    ...EMPTY,
    catalogue: { attribution: null, country: 'CL', time_zone: null },
    read: { records: '/a' },
    offer: {
      ...EMPTY.offer,
      issuer: { constant: 'Club' },
      title: { columns: ['A', 'B'], join: ' · ' },
      ref: { column: 'A' },
    },
  }
  const same: Answers[] = [
    {},
    {
      ...{ country: 'CL', timeZone: 'America/Santiago', attribution: 'Club', issuer: 'Club' },
      ...{ title: 'A + B', ref: 'A', records: '/a' },
    },
  ]
  for (const answers of same)
    t.equal(
      messageOf(() => refuseOtherAnswers(kept, answers, 'm.json')),
      '',
    )
  const cases: [answers: Answers, found: string, mapping?: Mapping][] = [
    [{ country: 'AR' }, '/catalogue/country: found "CL", but --country is "AR"'],
    [{ timeZone: 'UTC' }, '/catalogue/time_zone: found "America/Santiago", but --time-zone is "UTC"'],
    [{ attribution: 'X' }, '/catalogue/attribution: found "Club", but --attribution is "X"'],
    [{ issuer: 'X' }, '/offer/issuer: found "Club", but --issuer is "X"'],
    [{ title: 'A' }, '/offer/title: found "A + B", but --title is "A"'],
    [{ ref: 'B' }, '/offer/ref: found "A", but --ref is "B"'],
    [{ records: '/b' }, '/read/records: found "/a", but --records is "/b"'],
    [{ records: '/b' }, '/read/records: found null, but --records is "/b"', EMPTY],
    [{ timeZone: 'UTC' }, '/catalogue/time_zone: found null, but --time-zone is "UTC"', EMPTY],
    [{ attribution: 'X' }, '/catalogue/attribution: found null, but --attribution is "X"', EMPTY],
    [{ ref: 'B' }, '/offer/ref: found null, but --ref is "B"', EMPTY],
    [
      { timeZone: 'UTC' },
      '/catalogue/time_zone: found "Pacific/Easter", but --time-zone is "UTC"',
      { ...kept, catalogue: { ...kept.catalogue, time_zone: 'Pacific/Easter' } },
    ],
    [
      { attribution: 'X' },
      '/catalogue/attribution: found "Y", but --attribution is "X"',
      { ...kept, catalogue: { ...kept.catalogue, attribution: 'Y' } },
    ],
  ]
  for (const [answers, found, mapping = kept] of cases)
    t.equal(
      messageOf(() => refuseOtherAnswers(mapping, answers, 'm.json')),
      `m.json: ${found}\nm.json is from an earlier import: edit it, or remove it to start again`,
    )
  t.match(messageOf(() => refuseOtherAnswers(kept, { country: 'AR', ref: 'B' }, 'm.json')).split('\n'), {
    length: 3,
  })
})
