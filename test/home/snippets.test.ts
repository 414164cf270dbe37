// The code of a call, in each language of the page.

import t from 'tap'
import { snippetsOf } from '../../home/snippets.ts'

const [base, key] = ['https://offers.example/it%27s', 'offers_demo_x']

t.test('every snippet makes the call that is chosen, and no other', async (t) => {
  for (const [query, target, object] of [
    [{ limit: 5 }, '/beta/offers?limit=5', '{ limit: 5 }'],
    [
      { comuna: 'maipu', issuer: 'banco', limit: 2 },
      '/beta/offers?issuer=banco&comuna=maipu&limit=2',
      "{ issuer: 'banco', comuna: 'maipu', limit: 2 }",
    ],
  ] as const) {
    const snippets = snippetsOf({ base: "https://offers.example/it's", key, query })
    t.same(
      snippets.map(({ id }) => id),
      ['curl', 'fetch', 'client', 'python'],
    )
    for (const { id, code } of snippets) {
      const expected = id === 'client' ? [`baseUrl: '${base}'`, `list(${object})`] : [`'${base}${target}'`]
      for (const part of [key, ...expected]) t.ok(code.includes(part), `${id}: ${part}`)
    }
  }
})
