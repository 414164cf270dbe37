// Thirty calls of agents to which a catalogue may have no answer, or only a part of one: the answer says so, and what it
// shows first is about the subject.

import t from 'tap'
import { createOffersClient } from '../../../client/index.ts'
import { createMirror } from '../../../client/mirror/index.ts'
import { asRecord } from '../../../lib/json/json.ts'
import { demonstrationRelease } from '../../helpers/demonstration.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { mirrorOf, startMcp } from '../support/mcp-client.ts'

t.setTimeout(BUSY_MS)

interface Admitting {
  call: Readonly<Record<string, string>>
  finds?: 'none' | 'some'
  /** In title, merchant or summary of the first offer. */
  first?: RegExp
  /** In the hints. */
  says?: RegExp
  refused?: RegExp
}

const CALLS: readonly Admitting[] = [
  { call: { text: 'sin compra mínima' }, finds: 'none', says: /No offer says/ },
  { call: { text: 'sin mínimo', match: 'all' }, finds: 'none', says: /No offer says/ },
  { call: { text: 'no minimum purchase', match: 'all' }, finds: 'none', says: /No offer says/ },
  { call: { text: 'sin letra chica' }, finds: 'none', says: /No offer says/ },
  { call: { text: 'cine martes', weekday: 'tuesday' }, first: /cine/i },
  { call: { text: 'cine los martes' }, first: /cine/i },
  { call: { text: '2x1 cine' }, finds: 'some', says: /0 of \d+ match both/ },
  { call: { text: 'sushi 2x1 sábado' }, first: /sushi/i },
  { call: { text: 'pizza los viernes' }, first: /pizz/i },
  { call: { text: 'farmacia los lunes' }, first: /farmacia/i },
  { call: { text: 'museos el domingo' }, first: /museo/i },
  { call: { text: 'teatro jueves' }, first: /teatro/i },
  { call: { text: 'hotel los sábados' }, first: /hotel|hostal|caba/i },
  { call: { text: 'yoga martes', weekday: 'saturday' }, finds: 'some', says: /is text/ },
  { call: { text: 'online' }, first: /en l[ií]nea/i },
  { call: { text: 'restaurantes en Viña del Mar' }, finds: 'some', says: /comuna|have all|match/ },
  { call: { issuer: 'Pellin' }, finds: 'some', says: /read as banco-pellin/ },
  { call: { issuer: 'Banco de Chile' }, refused: /no issuer/ },
  { call: { day: '2026-11-29', weekday: 'monday' }, refused: /cannot hold/ },
  { call: { ends_from: '2026-09-10', ends_by: '2026-09-05' }, refused: /cannot hold/ },
  { call: { updated_from: '2026-08-28' }, finds: 'some' },
  { call: { text: 'haircut on Tuesdays' }, first: /peluquer|corte|barber/i },
  { call: { text: 'coffee without sugar' }, finds: 'some', says: /No offer says/ },
  { call: { text: 'books on Monday' }, first: /libro/i },
  { call: { text: 'dog food delivery' }, finds: 'some', says: /have all|match/ },
  { call: { text: 'gym Saturday' }, first: /gimnasio|gym|fitness/i },
  { call: { text: 'vet for cats' }, first: /veterin|gat/i },
  { call: { text: 'free museum Sunday' }, first: /museo/i },
  { call: { text: 'restaurant Wednesday', category: 'restaurantes' }, first: /./ },
  {
    call: { text: 'clothes 3 instalments without interest' },
    finds: 'some',
    says: /have all|match|not found/,
  },
]

t.test('each answer says what no offer matches, and begins with its subject', async (t) => {
  const { base, keys } = await startGateway(t, await demonstrationRelease())
  const mirror = createMirror(createOffersClient({ baseUrl: base, key: keys.issue('named') }))
  await mirror.sync()
  const { call } = await startMcp(t, { mirror: mirrorOf(await mirror.copy()) })
  t.equal(CALLS.length, 30)
  for (const { call: asked, finds, first, says, refused } of CALLS) {
    const name = JSON.stringify(asked)
    const { isError, text, content } = await call('find_offers', asked)
    t.equal(isError, refused !== undefined, name)
    if (refused) t.match(text, refused, name)
    if (finds) t.equal(Number(content.total) > 0, finds === 'some', name)
    if (says) t.match(JSON.stringify(content.hints).replaceAll('\\"', '"'), says, name)
    if (!first) continue
    const [best] = [content.offers].flat()
    const { title, merchant, benefit } = asRecord(best, 'the first offer')
    t.match([title, merchant, asRecord(benefit, 'its benefit').summary].join(' '), first, name)
  }
})
