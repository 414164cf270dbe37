import type { Test } from 'tap'
import { createKey } from '../../../contract/keys/format.ts'
import type { Api } from './api.ts'

const KEYED = ['/beta/offers', '/beta/issuers', '/beta/snapshot', '/beta/offers/off_q4mzt7hx2bnvke5w']

export async function keyContract(t: Test, api: Api): Promise<void> {
  const { get, named, demo, issue, revoke, fromElsewhere } = api

  t.test('without a key nothing is read, and the answer says how to present one', async (t) => {
    for (const target of KEYED) {
      const answer = await get(target)
      t.equal(answer.status, 401, target)
      t.equal(answer.headers['www-authenticate'], 'Bearer realm="offers"')
      t.match(answer.json, { code: 'unauthorized', status: 401 })
      t.equal(answer.headers.ratelimit, undefined, 'refused keys are not counted')
    }
  })

  t.test('everything but a good key gets the same refusal', async (t) => {
    const typo = `${named.slice(0, -1)}${named.endsWith('a') ? 'b' : 'a'}`
    const fields = [
      `Bearer ${typo}`,
      `Bearer ${createKey('named')}`,
      `Bearer ${named.toUpperCase()}`,
      'Bearer ghp_0123456789',
      'Bearer',
      'Bearer ',
      `Bearer ${named} ${named}`,
      `Bearer ${named},`,
    ]
    for (const authorization of fields) {
      const answer = await get('/beta/offers', { headers: { authorization } })
      t.equal(answer.status, 401, authorization.replace(named, '<key>'))
      t.equal(answer.headers['www-authenticate'], 'Bearer realm="offers", error="invalid_token"')
    }
    for (const authorization of [`Basic ${Buffer.from(`${named}:`).toString('base64')}`, named]) {
      const answer = await get('/beta/offers', { headers: { authorization } })
      t.equal(answer.status, 401, 'a good key with another scheme')
      t.equal(answer.headers['www-authenticate'], 'Bearer realm="offers"')
    }
  })

  t.test('two Authorization headers are refused, even if each is good', async (t) => {
    const answer = await get('/beta/offers', {
      headers: { authorization: [`Bearer ${named}`, `Bearer ${demo}`] },
    })
    t.equal(answer.status, 401)
  })

  t.test('a key in the query is ignored', async (t) => {
    for (const name of ['key', 'api_key', 'access_token', 'authorization']) {
      t.equal((await get(`/beta/offers?${name}=${named}`)).status, 401, name)
      t.equal(
        (await get(`/beta/offers?${name}=${named}`, { key: named })).status,
        400,
        `${name} next to a good key`,
      )
    }
  })

  t.test('each kind of key reads up to its limits, and no further', async (t) => {
    const status = async (key: string, query: string) =>
      (await get(`/beta/offers?${query}`, { key, headers: fromElsewhere() })).status
    t.equal(await status(demo, 'limit=25&offset=100'), 200)
    t.equal(await status(demo, 'limit=26'), 403)
    t.equal(await status(demo, 'offset=101'), 403)
    t.equal(await status(named, 'limit=100&offset=10000'), 200)
    t.equal(await status(named, 'limit=101'), 403)
    t.equal(await status(named, 'offset=10001'), 403)
    const answer = await get('/beta/offers?limit=101&offset=20000', { key: demo, headers: fromElsewhere() })
    t.match(answer.json, {
      code: 'scope_exceeded',
      errors: [
        { param: 'limit', given: 101, allowed: 25 },
        { param: 'offset', given: 20000, allowed: 100 },
      ],
    })
  })

  t.test('links lead only to pages that the key may read', async (t) => {
    const answer = await get('/beta/offers?limit=25&offset=100', { key: demo, headers: fromElsewhere() })
    t.match(answer.headers.link, 'rel="prev"')
    t.notMatch(answer.headers.link, 'rel="next"')
  })

  t.test('a revoked key downloads no snapshot from the moment of its revocation', async (t) => {
    const { id, key } = await issue('named')
    t.equal((await get('/beta/offers', { key })).status, 200)
    const before = await get('/beta/snapshot', { key })
    t.equal(before.status, 200)
    await revoke(id)
    t.equal((await get('/beta/snapshot', { key })).status, 401)
    const conditional = { key, headers: { 'if-none-match': String(before.headers.etag) } }
    t.equal((await get('/beta/snapshot', conditional)).status, 401, 'nor a 304')
    t.equal(
      (await get('/beta/offers', { key })).status,
      401,
      'a refusal of the snapshot also holds for lists',
    )
  })
}
