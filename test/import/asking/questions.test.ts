// Answers: the members that they fill in, the open questions, and answers that differ from the kept mapping.

import t from 'tap'
import type { Answers } from '../../../import/asking/answers.ts'
import { answerTo, type Question } from '../../../import/asking/questions.ts'
import { refuseOtherAnswers } from '../../../import/asking/refuse-other-answers.ts'
import type { CellSource, Mapping } from '../../../import/mapping/mapping.ts'
import { csvOf, proposalOf } from '../proposing/propose-table.ts'

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

const TABLE = csvOf(
  ['id', '1', '2'],
  ['A', 'x', 'y'],
  ['B', 'v', 'w'],
  ['C + D', 't', 'u'],
  ['oferta', '20% dcto', '10% dcto'],
)

t.test('an answer fills in its member, and nothing else', async (t) => {
  const { catalogue, offer } = (await proposalOf(t, TABLE)).mapping
  const titled = (title: CellSource) => ({ offer: { ...offer, title } })
  const cases: [answers: Answers, filled: object][] = [
    [{ attribution: 'X' }, { catalogue: { ...catalogue, attribution: 'X' } }],
    [{ issuer: 'A' }, { offer: { ...offer, issuer: { column: 'A' } } }],
    [{ issuer: 'Club' }, { offer: { ...offer, issuer: { constant: 'Club' } } }],
    [{ title: 'A' }, titled({ column: 'A' })],
    [{ title: 'B + A' }, titled({ columns: ['B', 'A'], join: ' · ' })],
    [{ title: 'C + D' }, titled({ column: 'C + D' })],
    [{ ref: 'B' }, { offer: { ...offer, ref: { column: 'B' } } }],
    [{ ref: 'A  +  B' }, { offer: { ...offer, ref: { columns: ['A', 'B'], join: ' | ' } } }],
    [
      { summaryColumn: 'A + B' },
      { offer: { ...offer, benefit: { ...offer.benefit, summary: { columns: ['A', 'B'], join: ' · ' } } } },
    ],
  ]
  for (const [answers, filled] of cases) {
    const { mapping } = await proposalOf(t, TABLE, { answers })
    t.strictSame(
      { catalogue: mapping.catalogue, offer: mapping.offer },
      { catalogue, offer, ...filled },
      JSON.stringify(answers),
    )
  }
})

t.test('a missing column is refused, with a list of the columns', async (t) => {
  const many = csvOf(...Array.from({ length: 42 }, (_, n) => [`c${n}`, 'x']))
  const first = Array.from({ length: 40 }, (_, n) => `"c${n}"`)
  const cases: [answers: Answers, table: string, message: string][] = [
    [
      { title: 'Z' },
      TABLE,
      '--title: found no column "Z"; the columns are "id", "A", "B", "C + D", "oferta"',
    ],
    [
      { ref: 'A + Z + Y' },
      TABLE,
      '--ref: found no column "Z"; the columns are "id", "A", "B", "C + D", "oferta"',
    ],
    [{ ref: 'Z' }, many, `--ref: found no column "Z"; the columns are ${first.join(', ')}, and 2 more`],
    [
      { summaryColumn: 'z'.repeat(300) },
      csvOf(['A', 'x'], ['B', 'y']),
      `--summary-column: found no column "${'z'.repeat(199)}…"; the columns are "A", "B"`,
    ],
  ]
  for (const [answers, table, message] of cases)
    await t.rejects(proposalOf(t, table, { answers }), { code: 'usage', message })
})

t.test('a question is open until it is answered, or the issuer is the provider', async (t) => {
  const open = async (answers: Answers) =>
    (await proposalOf(t, TABLE, { country: undefined, answers })).questions.map(({ pointer }) => pointer)
  const [issuer, country, provider] = ['/offer/issuer', '/catalogue/country', '/catalogue/attribution']
  t.strictSame(await open({}), [issuer, country, provider])
  t.strictSame(await open({ country: 'CL', title: 'A' }), [issuer, provider])
  t.strictSame(await open({ attribution: 'y' }), [issuer, country])
  t.strictSame(await open({ issuer: 'Club' }), [country])
  t.strictSame(await open({ issuer: 'A' }), [country, provider])
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
      benefit: {
        ...EMPTY.offer.benefit,
        worth: [
          { as: 'percentage', column: 'D' },
          { as: 'value', column: 'V' },
          { as: 'fixed_price', column: 'P', unit: 'cents' },
        ],
      },
    },
  }
  const same: Answers[] = [
    {},
    {
      ...{ country: 'CL', timeZone: 'America/Santiago', attribution: 'Club', issuer: 'Club' },
      ...{ title: 'A + B', ref: 'A', records: '/a' },
    },
    ...['D', 'D as percentage', 'V', 'V as amount', 'P', 'P as cents'].map((value) => ({ value })),
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
    ...['D as amount', 'P as fixed_price', 'X', 'X as amount'].map((value): [Answers, string] => [
      { value },
      `/offer/benefit/worth: found "D as percentage, V, P as cents", but --value is "${value}"`,
    ]),
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
      `m.json: ${found}\nm.json is from an earlier import\nedit it, or remove it to start again`,
    )
  t.match(messageOf(() => refuseOtherAnswers(kept, { country: 'AR', ref: 'B' }, 'm.json')).split('\n'), {
    length: 4,
  })
})
