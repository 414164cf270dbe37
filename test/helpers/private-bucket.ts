// A private bucket: the part of S3 that rclone uses, in memory. It refuses requests that are not
// signed in the name of its user. It does not check the signatures, which are rclone's. No package of npm or Debian lists
// keys as S3 does.

import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Test } from 'tap'
import { servedAt } from './listening.ts'

export const BUCKET = 'bucket'

/** The only credentials that the store knows. */
export const CREDENTIALS = { accessKeyId: 'AKIDTEST', secretAccessKey: 'a-secret-of-the-tests/+=' }

/** A request that S3 refuses, with its code. */
class S3Refusal extends Error {
  readonly status: number

  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

/** @throws {S3Refusal} unless the request is signed in the name of the user */
function checkSigner({ headers }: IncomingMessage): void {
  const signed = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/[^/]+\/s3\/aws4_request, ?SignedHeaders=/
  const [, id] = signed.exec(headers.authorization ?? '') ?? []
  if (id === undefined) throw new S3Refusal(403, 'AccessDenied')
  if (id !== CREDENTIALS.accessKeyId) throw new S3Refusal(403, 'InvalidAccessKeyId')
}

export interface StoredObject {
  body: Buffer
  /** The headers of the upload that S3 keeps, e.g. `cache-control`. */
  headers: Record<string, string>
  /** When it was stored. A test may make it older. */
  modified: Date
}

export interface PrivateBucket {
  /** The address of the store. */
  endpoint: string
  /** By key. A test may change them. */
  objects: Map<string, StoredObject>
  /** The codes of refused requests, except those for missing objects. */
  refused: string[]
  /** Called when an object was stored, before the client gets the answer. */
  onStored: (key: string) => void
  /** The variables with which rclone reaches it as `offers:bucket`. */
  remote: Record<string, string>
}

/** The most keys of a page of a list: few, so that clients must ask for further pages. */
const MAX_KEYS = 50

export async function startPrivateBucket(t: Test): Promise<PrivateBucket> {
  const bucket = { objects: new Map<string, StoredObject>(), refused: [] as string[], onStored: () => {} }
  const server = createServer((req, res) => {
    answer(bucket, req, res).catch((error) => refuse(bucket, res, error))
  })
  const endpoint = await servedAt(t, server)
  const remote = {
    RCLONE_CONFIG_OFFERS_TYPE: 's3',
    RCLONE_CONFIG_OFFERS_PROVIDER: 'Minio',
    RCLONE_CONFIG_OFFERS_NO_CHECK_BUCKET: 'true',
    RCLONE_CONFIG_OFFERS_ENDPOINT: endpoint,
    RCLONE_CONFIG_OFFERS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    RCLONE_CONFIG_OFFERS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
  }
  return Object.assign(bucket, { endpoint, remote })
}

type Contents = Pick<PrivateBucket, 'objects' | 'refused' | 'onStored'>

function refuse({ refused }: Contents, res: ServerResponse, error: unknown): void {
  const { status, message } = error instanceof S3Refusal ? error : new S3Refusal(500, 'InternalError')
  if (status !== 404) refused.push(message)
  res.writeHead(status, { 'Content-Type': 'application/xml' })
  res.end(`<Error><Code>${message}</Code></Error>`)
}

async function answer(bucket: Contents, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const body = await buffer(req)
  const url = new URL(req.url ?? '', 'http://store')
  checkSigner(req)
  const [, name, ...rest] = url.pathname.split('/')
  const key = decodeURIComponent(rest.join('/'))
  if (name !== BUCKET) throw new S3Refusal(403, 'AccessDenied')
  if (key === '' && req.method === 'GET') return list(bucket.objects, url.searchParams, res)
  // A key that can write to a bucket cannot make buckets.
  if (key === '') throw new S3Refusal(403, 'AccessDenied')
  if (req.method === 'PUT') return put(bucket, key, body, req, res)
  const object = bucket.objects.get(key)
  if (req.method === 'DELETE') {
    bucket.objects.delete(key)
    res.writeHead(204).end()
    return
  }
  if (!object) throw new S3Refusal(404, 'NoSuchKey')
  send(object, req, res)
}

function put(bucket: Contents, key: string, body: Buffer, req: IncomingMessage, res: ServerResponse): void {
  const expected = req.headers['content-md5']
  if (expected !== undefined && expected !== md5Of(body).toString('base64'))
    throw new S3Refusal(400, 'BadDigest')
  const kept = Object.entries(req.headersDistinct).filter(([header]) =>
    /^(?:cache-control|content-type|content-encoding|x-amz-meta-.*)$/.test(header),
  )
  const headers = Object.fromEntries(kept.map(([header, values = []]) => [header, values.join(', ')]))
  bucket.objects.set(key, { body, headers, modified: new Date() })
  bucket.onStored(key)
  res.writeHead(200, { ETag: etagOf(body) }).end()
}

function send({ body, headers, modified }: StoredObject, req: IncomingMessage, res: ServerResponse): void {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(req.headers.range ?? '') ?? []
  const first = Number(from ?? 0)
  const last = Math.min(to ? Number(to) : body.length, body.length - 1)
  const part = from === undefined ? body : body.subarray(first, last + 1)
  res.writeHead(from === undefined ? 200 : 206, {
    ...headers,
    'Accept-Ranges': 'bytes',
    'Content-Length': part.length,
    'Last-Modified': modified.toUTCString(),
    ETag: etagOf(body),
    ...(from === undefined ? {} : { 'Content-Range': `bytes ${first}-${last}/${body.length}` }),
  })
  res.end(req.method === 'HEAD' ? undefined : part)
}

// ListObjectsV2: a page of the keys in the order of their bytes. Keys with a delimiter after the prefix are listed as their
// common prefix.
function list(objects: Contents['objects'], asked: URLSearchParams, res: ServerResponse): void {
  if (asked.get('list-type') !== '2') throw new S3Refusal(400, 'InvalidArgument')
  const prefix = asked.get('prefix') ?? ''
  const delimiter = asked.get('delimiter') ?? ''
  const after = Buffer.from(asked.get('continuation-token') ?? '', 'base64').toString()
  const entries = new Map<string, StoredObject | undefined>()
  for (const key of [...objects.keys()].filter((each) => each.startsWith(prefix)).toSorted()) {
    const end = key.indexOf(delimiter, prefix.length)
    if (delimiter === '' || end < 0) entries.set(key, objects.get(key))
    else entries.set(key.slice(0, end + delimiter.length), undefined)
  }
  const left = [...entries].filter(([name]) => after === '' || name > after)
  const page = left.slice(0, Math.min(MAX_KEYS, Number(asked.get('max-keys') ?? MAX_KEYS)))
  const isTruncated = page.length < left.length
  const next = Buffer.from(page.at(-1)?.[0] ?? '').toString('base64')
  const rows = page.map(([name, object]) => {
    const shown = encodeURIComponent(name)
    if (!object) return `<CommonPrefixes><Prefix>${shown}</Prefix></CommonPrefixes>`
    const facts = `<Size>${object.body.length}</Size><ETag>${etagOf(object.body)}</ETag>`
    return `<Contents><Key>${shown}</Key><LastModified>${object.modified.toISOString()}</LastModified>${facts}</Contents>`
  })
  res.writeHead(200, { 'Content-Type': 'application/xml' })
  res.end(
    `<ListBucketResult><Name>${BUCKET}</Name><EncodingType>url</EncodingType><KeyCount>${page.length}</KeyCount>` +
      `<IsTruncated>${isTruncated}</IsTruncated>${rows.join('')}` +
      `${isTruncated ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}</ListBucketResult>`,
  )
}

const etagOf = (body: Buffer): string => `"${md5Of(body).toString('hex')}"`

const md5Of = (body: Buffer): Buffer => createHash('md5').update(body).digest()
