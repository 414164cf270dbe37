// Texts that people type, and their values. Rows with `undefined` are as important as the others: a text with two
// meanings must not be read as one of them.

import t from 'tap'
import type { Cell } from '../../../import/cells/cell.ts'
import { readAddress } from '../../../import/cells/read-address.ts'
import { parseNumber, readPercentage } from '../../../import/cells/read-number.ts'
import { readPeriod } from '../../../import/cells/read-period.ts'
import { readWeekdays } from '../../../import/cells/read-weekdays.ts'
import { splitList } from '../../../import/cells/split-list.ts'

t.test('numbers: an ambiguous mark is read only if the mapping defines it', async (t) => {
  const cases: [string, ',' | '.' | null, number | undefined][] = [
    ['12', null, 12],
    ['9,9', null, 9.9],
    ['2.80', null, 2.8],
    ['1.234,56', null, 1234.56],
    ['1,234.56', null, 1234.56],
    ['50.000.000', null, 50_000_000],
    ["1'250", null, 1250],
    ['1.234', null, undefined],
    ['1.234', ',', 1234],
    ['1,234', '.', 1234],
    ['1.234', '.', undefined],
    ['0.125', null, 0.125],
    ['1.23.4', null, undefined],
    ['12a', null, undefined],
  ]
  for (const [text, decimal, expected] of cases) t.equal(parseNumber(text, decimal), expected, text)
  t.equal(parseNumber('10.000', null, true), 10_000, 'pesos have no decimals')
})

t.test('percentages: 0,2 may be a fifth, and is not read', async (t) => {
  const style = { decimal: null, currency: null }
  const cases: [Cell, 'percent' | undefined, number | undefined][] = [
    ['20%', undefined, 20],
    ['12,5 %', undefined, 12.5],
    ['20', undefined, 20],
    [0.2, undefined, undefined],
    ['0,2', undefined, undefined],
    ['0,2%', undefined, 0.2],
    [0.2, 'percent', 0.2],
    [1, undefined, undefined],
    ['1', undefined, undefined],
    ['1%', undefined, 1],
    [{ number: 1, unit: '%' }, undefined, 1],
    ['0%', undefined, undefined],
    ['120%', undefined, undefined],
    ['hasta 20%', undefined, undefined],
  ]
  for (const [cell, unit, expected] of cases) {
    const read = readPercentage(cell, style, { unit })
    t.equal('value' in read ? read.value : undefined, expected, JSON.stringify(cell))
  }
})

t.test('lists: separated by every known mark and word, each item once', async (t) => {
  const cases: [text: string, items: string[], separators?: string[]][] = [
    ['Maipú; Lota, Ñuñoa / Arica | Talca', ['Maipú', 'Lota', 'Ñuñoa', 'Arica', 'Talca']],
    ['Maipú y Lota e Iquique and Arica & Talca', ['Maipú', 'Lota', 'Iquique', 'Arica', 'Talca']],
    [' Maipú ,, Maipú , Lota', ['Maipú', 'Lota']],
    ['Maipú, Lota y Arica', ['Maipú, Lota y Arica'], [';']],
    ['', []],
  ]
  for (const [text, items, separators] of cases) t.strictSame(splitList(text, separators), items, text)
})

t.test('every text is converted quickly', async (t) => {
  const hostile = [
    '1'.repeat(50_000),
    'de '.repeat(20_000),
    '$ '.repeat(20_000),
    '1/1/'.repeat(10_000),
    'a-'.repeat(20_000),
  ]
  for (const text of hostile) {
    t.equal(readPeriod(text, { patterns: ['DD/MM/YYYY'], timeZone: 'UTC' }), undefined)
    t.equal(readWeekdays(text), undefined)
  }
})

t.test('web addresses: as written or as a browser requests them, never with a user name', async (t) => {
  const cases: [string, string | undefined][] = [
    ['https://bank.example/1?a=b#c', 'https://bank.example/1?a=b#c'],
    ['http://bank.example:8080', 'http://bank.example:8080'],
    [' https://bank.example/a b ', 'https://bank.example/a%20b'],
    ['https://bank.example/café', 'https://bank.example/caf%C3%A9'],
    ['https://user:password@bank.example/', undefined],
    ['https://user@bank.example/', undefined],
    ['https://bank.example:65536/', undefined],
    ['https://bank.example/\u009bx', undefined],
    ['HTTPS://bank.example/%C3%A9', 'https://bank.example/%C3%A9'],
    ['https://bank.example?a#b', 'https://bank.example?a#b'],
    ["https://a.example/-._~:/?@!$&'()*+,;=", "https://a.example/-._~:/?@!$&'()*+,;="],
    ['HTTP://bank.example/ñ', 'http://bank.example/%C3%B1'],
    ['https://bank.example/100%', undefined],
    ['https://bank.example/%c', undefined],
    ['https://bank.example/a#b#c', undefined],
    ['https://', undefined],
    ['https://a.example/1; https://a.example/2', undefined],
    ['https://a.example/1 https://a.example/2', undefined],
    ['https://a.example/?to=https://b.example/', 'https://a.example/?to=https://b.example/'],
    ['https://bank.example:/', 'https://bank.example/'],
    ['https://bank.example/[1]', undefined],
    ['mailto:x?https://bank.example/ñ', undefined],
    ['bank.example', undefined],
  ]
  for (const [text, expected] of cases) t.equal(readAddress(text), expected, text)
})
