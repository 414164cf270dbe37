// The form: its choices, and the call that it starts with.

import t from 'tap'
import { KEY_LIMITS } from '../../../contract/keys/kinds.ts'
import { renderTryIt } from '../../../home/templates/try-it.ts'
import { NO_FACTS } from '../home-facts.ts'

const thing = (name: string, offers_count: number) => ({
  ...{ slug: name.toLowerCase(), name, offers_count },
  ...{ code: null, region: null },
})

t.test(
  'the first call asks for five offers, in the form as in the code, and no more than the demo key may',
  async (t) => {
    const { text } = renderTryIt(NO_FACTS)
    t.match(text, `min="1" max="${KEY_LIMITS.demo.maxLimit}" value="5" required`)
    t.equal(text.match(/limit(?:=|: )5\b/g)?.length, 6, 'in each of the six snippets')
  },
)

t.test('only choices with offers are shown, sorted by name without regard to accents', async (t) => {
  const categories = [thing('Zoo', 9), thing('Óptica', 1), thing('None', 0), thing('Cine', 1_200)]
  const { text } = renderTryIt({ ...NO_FACTS, listed: { active: 1_205, scheduled: 5 }, categories })
  const [form = ''] = /<select id="category".*?<\/select>/s.exec(text) ?? []
  const options = Array.from(form.matchAll(/<option value="(.*?)">(.*?)<\/option>/g), ([, ...shown]) => shown)
  t.same(options, [
    ['', 'All (1,210)'],
    ['cine', 'Cine (1,200)'],
    ['óptica', 'Óptica (1)'],
    ['zoo', 'Zoo (9)'],
  ])
})

t.test('of more than a thousand suggestions, those with the fewest offers are left out', async (t) => {
  const comunas = Array.from({ length: 1_001 }, (_, index) => thing(`C${index}`, index + 1))
  const { text } = renderTryIt({ ...NO_FACTS, comunas })
  const slugs = Array.from(text.matchAll(/ data-slug="([^"]*)"/g), ([, slug]) => slug)
  t.equal(slugs.length, 1_000)
  t.notOk(slugs.includes('c0'))
  t.ok(slugs.includes('c1') && slugs.includes('c1000'))
})
