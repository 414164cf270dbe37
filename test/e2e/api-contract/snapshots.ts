import { gunzipSync } from 'node:zlib'
import type { Test } from 'tap'
import { reprDigestOf } from '../../helpers/repr-digest.ts'
import type { Api } from './api.ts'

interface SnapshotOffer {
  id: string
  issuer: { slug: string }
  category: { slug: string }
  meta: { attribution: string }
}

const recordsOf = (body: Buffer): SnapshotOffer[] =>
  gunzipSync(body)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line): SnapshotOffer => JSON.parse(line))

export async function snapshotContract(
  t: Test,
  { get, issue, revoke, named, demo, fromElsewhere }: Api,
): Promise<void> {
  const full = await get('/beta/snapshot', { key: named })

  t.test('the full snapshot holds every listed offer once, with the attribution', async (t) => {
    const list = (await get('/beta/offers?limit=1', { key: named })).json as {
      meta: { total: number; attribution: string }
    }
    const records = recordsOf(full.body)
    t.equal(records.length, list.meta.total)
    t.equal(new Set(records.map(({ id }) => id)).size, list.meta.total)
    t.ok(records.every(({ meta }) => meta.attribution === list.meta.attribution))
  })

  t.test('the headers state file name, length and digest', async (t) => {
    t.equal(full.headers['content-type'], 'application/gzip')
    t.equal(full.headers['content-encoding'], undefined)
    t.match(full.headers['content-disposition'], /^attachment; filename="offers-2026-09-01\.ndjson\.gz"$/)
    t.equal(full.headers['repr-digest'], reprDigestOf(full.body))
    t.equal(full.headers['content-length'], String(full.body.length))
    t.equal(full.headers['cache-control'], 'private, max-age=3600')
  })

  t.test('a demo key gets 100 offers of every issuer and category, the same for everyone', async (t) => {
    const sample = await get('/beta/snapshot', { key: demo, headers: fromElsewhere() })
    const other = await get('/beta/snapshot', { key: (await issue('demo')).key, headers: fromElsewhere() })
    t.same(sample.body, other.body)
    const [few, all] = [recordsOf(sample.body), recordsOf(full.body)]
    t.equal(few.length, 100)
    const values = (records: SnapshotOffer[], name: 'issuer' | 'category') =>
      [...new Set(records.map((record) => record[name].slug))].toSorted()
    t.same(values(few, 'issuer'), values(all, 'issuer'))
    t.same(values(few, 'category'), values(all, 'category'))
    const known = new Set(all.map((record) => JSON.stringify(record)))
    t.ok(few.every((record) => known.has(JSON.stringify(record))))
    t.equal(sample.headers['x-sample'], `100 of ${all.length}`, 'it says that it is a sample')
    t.equal(full.headers['x-sample'], undefined)
  })

  t.test('a download that broke off resumes', async (t) => {
    const { length } = full.body
    const middle = length >> 1
    const rest = await get('/beta/snapshot', {
      key: named,
      headers: { range: `bytes=${middle}-`, 'if-range': String(full.headers.etag) },
    })
    t.equal(rest.status, 206)
    t.equal(rest.headers['content-range'], `bytes ${middle}-${length - 1}/${length}`)
    t.same(Buffer.concat([full.body.subarray(0, middle), rest.body]), full.body)
    t.equal(rest.headers['repr-digest'], full.headers['repr-digest'], 'of the whole, not of the part')
    const tail = await get('/beta/snapshot', { key: named, headers: { range: 'bytes=-10' } })
    t.same(tail.body, full.body.subarray(-10))
  })

  t.test('a range outside of the file is answered with its length', async (t) => {
    const answer = await get('/beta/snapshot', {
      key: named,
      headers: { range: `bytes=${full.body.length}-` },
    })
    t.equal(answer.status, 416)
    t.equal(answer.headers['content-range'], `bytes */${full.body.length}`)
    t.match(answer.json, { code: 'range_not_satisfiable' })
  })

  t.test('a snapshot that the client has is not sent again', async (t) => {
    const headers = { 'if-none-match': String(full.headers.etag), range: 'bytes=0-1' }
    const answer = await get('/beta/snapshot', { key: named, headers })
    t.equal(answer.status, 304)
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
