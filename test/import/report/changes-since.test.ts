// New, changed and gone offers, by comparing the offers before and after an import.

import { join } from 'node:path'
import t from 'tap'
import { changesBetween, knownOffers } from '../../../import/report/changes-since.ts'

const offer = (ref: string, more: object = {}) =>
  JSON.stringify({ title: `T ${ref}`, issuer: 'banco', ref, ...more })

const known = (...lines: string[]) =>
  new Map(lines.map((line) => [`${JSON.parse(line).issuer}\n${JSON.parse(line).ref}`, line]))

t.test('offers are matched by issuer and ref; members are compared by their paths', async (t) => {
  const before = known(
    offer('a'),
    offer('b', { benefit: { kind: 'x', cap: { value: 1 } }, weekdays: ['monday', 'sunday'], url: null }),
    offer('c'),
    offer('c', { issuer: 'otro' }),
  )
  const after = known(
    offer('d'),
    offer('a'),
    offer('b', { benefit: { kind: 'x', cap: null }, weekdays: [], url: 'u', open: true }),
    offer('c', { title: 'x'.repeat(300) }),
  )
  const listed = (ref: string, title = `T ${ref}`, issuer = 'banco') => ({ title, issuer, ref })
  const cut = `${'x'.repeat(199)}…`
  t.strictSame(changesBetween(before, after), {
    added: { count: 1, listed: [listed('d')] },
    changed: {
      count: 2,
      listed: [
        {
          ...listed('b'),
          members: [
            { name: 'benefit.cap.value', before: '1', after: '–' },
            { name: 'weekdays', before: 'monday, sunday', after: 'none' },
            { name: 'url', before: 'unknown', after: 'u' },
            { name: 'open', before: '–', after: 'true' },
          ],
        },
        { ...listed('c', cut), members: [{ name: 'title', before: 'T c', after: cut }] },
      ],
    },
    gone: { count: 1, listed: [listed('c', 'T c', 'otro')] },
  })
})

t.test('long names are cut', async (t) => {
  const long = 'x'.repeat(300)
  const cut = `${'x'.repeat(199)}…`
  const { added } = changesBetween(known(), known(offer(long, { title: long, issuer: long })))
  t.strictSame(added.listed, [{ title: cut, issuer: cut, ref: cut }])
})

t.test('the first hundred offers are listed, all are counted', async (t) => {
  const lines = Array.from({ length: 101 }, (_, n) => offer(`r${n}`))
  const { added, gone } = changesBetween(known(), known(...lines))
  t.strictSame([added.count, added.listed.length, added.listed[99]?.ref, gone.count], [101, 100, 'r99', 0])
})

t.test('the offers of a folder, by issuer and ref', async (t) => {
  const folder = t.testdir({
    'offers.ndjson': `${offer('a')}\n\n${offer('b', { issuer: 'otro' })}\n`,
    bad: { 'offers.ndjson': '{' },
    list: { 'offers.ndjson': '[1]\n' },
  })
  t.strictSame(await knownOffers(folder), known(offer('a'), offer('b', { issuer: 'otro' })))
  t.equal(await knownOffers(join(folder, 'none')), undefined)
  t.equal(await knownOffers(join(folder, 'list')), undefined)
  t.equal(await knownOffers(folder, 10), undefined)
})
