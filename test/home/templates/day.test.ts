// The facts of the day on the page.

import t from 'tap'
import type { BrokenFault, HomeFacts } from '../../../home/home-facts.ts'
import { renderDay } from '../../../home/templates/day.ts'
import { NO_FACTS } from '../home-facts.ts'

const dayWith = (facts: Partial<HomeFacts>) => renderDay({ ...NO_FACTS, ...facts }).text

t.test('only issuers and categories with offers are counted', async (t) => {
  const thing = (slug: string, offers_count: number) => ({ slug, name: slug, offers_count })
  const shown = dayWith({
    listed: { active: 1_200, scheduled: 3 },
    categories: [thing('cines', 2), thing('viajes', 0), thing('food', 1)],
  })
  t.match(shown, '<li><strong>1,203</strong> offers, 3 start later</li>')
  t.match(dayWith({ listed: { active: 1, scheduled: 1 } }), 'offers, 1 starts later</li>')
  t.match(shown, '<li><strong>2</strong> categories</li>')
  t.match(shown, '<li><strong>0</strong> issuers</li>')
  t.match(dayWith({ listed: { active: 7, scheduled: 0 } }), '<li><strong>7</strong> offers</li>')
})

t.test('the page says how many offers changed, in singular or plural, or that nothing did', async (t) => {
  const changes = (newOrChanged: number, gone: number) =>
    dayWith({ changes: { since: '2026-08-31T10:00:00.000Z', newOrChanged, gone } })
  t.match(dayWith({ changes: null }), '<p>First release: nothing to compare with yet.')
  t.match(changes(0, 0), '</time>, nothing changed.')
  t.match(
    changes(1, 1),
    '<strong>1 offer</strong> is new or changed, and <strong>1</strong> ended or was withdrawn.',
  )
  t.match(
    changes(0, 2),
    '<strong>0 offers</strong> are new or changed, and <strong>2</strong> ended or were withdrawn.',
  )
})

t.test('a broken issuer is named, with the offers that are shown as last known', async (t) => {
  const broken = (kept: number, faults: BrokenFault[] = []) =>
    dayWith({ broken: [{ name: 'Banco <Sur>', since: '2026-08-30', faults, kept }] })
  const since = '<strong>Banco &lt;Sur&gt;</strong>: its data has been broken since 2026-08-30'
  const named = `${since}.`
  t.match(broken(0), `${named} Its offers may be missing or wrong.`)
  t.match(broken(1), `${named} 1 offer is shown as last known.`)
  t.match(broken(2), `${named} 2 offers are shown as last known.`)
  const faults: [fault: BrokenFault, words: string][] = [
    ['rejected', 'records cannot be read'],
    ['gone', 'offers are missing'],
    [{ reason: 'lost', member: 'url' }, 'most offers lost their <code>url</code>'],
    [{ reason: 'swapped_days', member: 'x' }, 'day and month are swapped in most dates that changed'],
    [
      { reason: 'scaled', member: 'x' },
      'most amounts that changed are 10, 100 or 1,000 times higher or lower',
    ],
  ]
  for (const [fault, words] of faults) t.match(broken(2, [fault]), `${since}: ${words}. 2 offers`)
  t.match(broken(2, ['rejected', 'gone']), ': records cannot be read; offers are missing. 2 offers')
  t.notMatch(dayWith({}), 'Not up to date')
})

t.test('offers on unknown days are mentioned if there are any', async (t) => {
  const note = /state (its|their) days/
  t.match(dayWith({ onUnknownDays: 224 }), "224 more offers don't state their days.")
  t.match(dayWith({ onUnknownDays: 1 }), "1 more offer doesn't state its days.")
  t.notMatch(dayWith({ onUnknownDays: 0 }), note)
})
