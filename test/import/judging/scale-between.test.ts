import t from 'tap'
import { scaleBetween } from '../../../import/judging/scale-between.ts'

const caps = (powers: Readonly<Record<number, number>>, kind = 'cap') =>
  new Map(Object.entries(powers).map(([power, count]) => [`${kind} ${power}`, count]))

t.test('numbers of another magnitude are detected', async (t) => {
  const cases: [before: Record<number, number>, now: Record<number, number>, scale: number | undefined][] = [
    [{ 3: 20, 4: 20 }, { 5: 20, 6: 20 }, 2],
    [{ 3: 20, 4: 20 }, { 0: 20, 1: 20 }, -3],
    [{ 1: 10 }, { '-1': 10 }, -2],
    [{ 3: 20, 4: 20 }, { 5: 18, 6: 19, 3: 3 }, 2],
    [{ 2: 5, 3: 30, 4: 5 }, { 4: 5, 5: 30, 6: 5 }, 2],
    // Numbers ten times as high may be other prices.
    [{ 3: 40 }, { 4: 40 }, undefined],
    [{ 3: 20, 4: 20 }, { 3: 20, 4: 20 }, undefined],
    [{ 3: 20, 5: 20 }, { 5: 20, 3: 20 }, undefined],
    // Half of them are unchanged.
    [{ 3: 40 }, { 3: 20, 5: 20 }, undefined],
    [{ 3: 40 }, { 2: 10, 4: 10, 5: 10, 6: 10 }, undefined],
    // Most fit without scaling, though all of them would fit with it.
    [{ 1: 10, 3: 10, 5: 10, 7: 10, 9: 10 }, { 3: 10, 5: 10, 7: 10, 9: 10, 11: 10 }, undefined],
    [{ 3: 9 }, { 5: 40 }, undefined],
    [{ 3: 40 }, { 5: 9 }, undefined],
    [{ 3: 10 }, { 5: 10 }, 2],
    [{}, { 5: 40 }, undefined],
  ]
  for (const [before, now, scale] of cases) {
    t.equal(scaleBetween(caps(before), caps(now)), scale, JSON.stringify([before, now]))
  }
})

t.test('numbers with different meanings are not compared', async (t) => {
  t.equal(scaleBetween(caps({ 1: 20 }, 'percentage'), caps({ 3: 20 }, 'amount')), undefined)
  const before = new Map([...caps({ 1: 20 }, 'percentage'), ...caps({ 3: 20 }, 'amount')])
  const now = new Map([...caps({ 1: 20 }, 'percentage'), ...caps({ 5: 20 }, 'amount')])
  t.equal(scaleBetween(before, now), 2)
})
