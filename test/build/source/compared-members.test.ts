import t from 'tap'
import { comparedMembersOf, isKnown, isSwapped, powerOfTen } from '../../../build/source/compared-members.ts'
import { record } from '../support/source.ts'

t.test('a day is swapped if day and month are exchanged', async (t) => {
  const table: [before: string, now: string, swapped: boolean][] = [
    ['2026-09-01', '2026-01-09', true],
    ['2026-12-03', '2026-03-12', true],
    ['2026-12-12', '2026-12-12', false],
    ['2026-05-05', '2026-05-05', false],
    ['2026-09-01', '2027-01-09', false],
    ['2026-09-01', '2026-09-02', false],
    ['2026-09-30', '2026-12-30', false],
    ['2028-02-29', '2028-02-28', false],
    ['2028-02-29', '2028-29-02', true],
  ]
  for (const [before, now, swapped] of table) t.equal(isSwapped(before, now), swapped, `${before} → ${now}`)
})

t.test('a number changed by a power of ten if all its digits are the same', async (t) => {
  const table: [before: number, now: number, power: number | undefined][] = [
    [20, 200, 1],
    [20, 2000, 2],
    [20, 0.2, -2],
    [0.07, 7, 2],
    [0.3, 0.03, -1],
    [12.5, 1250, 2],
    [1.1, 11, 1],
    [5000, 5, -3],
    [25000.35, 2500035, 2],
    [20, 20, undefined],
    [20, 25, undefined],
    [0, 20, undefined],
    [20, 0, undefined],
    [0, 0, undefined],
    [33.3, 333.3, undefined],
  ]
  for (const [before, now, power] of table) t.equal(powerOfTen(before, now), power, `${before} → ${now}`)
})

t.test('null and an empty list are unknown; zero is not', async (t) => {
  for (const value of [null, []]) t.notOk(isKnown(value))
  for (const value of [0, 'x', ['maipu']]) t.ok(isKnown(value))
})

t.test('a member that a record leaves out is unknown', async (t) => {
  const { url: _, merchant: __, weekdays: ___, ...short } = record()
  const members = comparedMembersOf(short)
  for (const member of ['url', 'merchant', 'weekdays'] as const) t.notOk(isKnown(members[member]), member)
  t.ok(isKnown(members.valid_until))
})
