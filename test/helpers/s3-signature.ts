// AWS Signature Version 4, as S3 checks it: the signer of a request, the time, and the body.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { sha256 } from '../../lib/digest.ts'

/** The only credentials that the store knows. */
export const CREDENTIALS = { accessKeyId: 'AKIDTEST', secretAccessKey: 'a-secret-of-the-tests/+=' }

/** S3 refuses requests that were signed longer ago. */
const MAX_SKEW_MS = 15 * 60_000

/** A request that S3 refuses, with its code. */
export class S3Refusal extends Error {
  readonly status: number

  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

/** @throws {S3Refusal} unless the request is signed with the credentials, and just now */
export function checkSignature(req: IncomingMessage, url: URL, body: Buffer): void {
  const header = (name: string) => req.headersDistinct[name]?.join(',').trim() ?? ''
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[^/]+\/s3\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header('authorization'),
    )
  if (!given) throw new S3Refusal(403, 'AccessDenied')
  const [, id = '', scope = '', signed = '', signature = ''] = given
  if (id !== CREDENTIALS.accessKeyId) throw new S3Refusal(403, 'InvalidAccessKeyId')

  const names = signed.split(';')
  const moment = header('x-amz-date')
  const [, day, time] = /^(\d{8})T(\d{6})Z$/.exec(moment) ?? []
  if (!names.includes('host') || !names.includes('x-amz-date') || !day || !time || !scope.startsWith(day))
    throw new S3Refusal(403, 'AccessDenied')
  const at = `${day}T${time}`.replace(/^(....)(..)(..T..)(..)(..)$/, '$1-$2-$3:$4:$5Z')
  if (!(Math.abs(Date.now() - Date.parse(at)) < MAX_SKEW_MS)) throw new S3Refusal(403, 'RequestTimeTooSkewed')

  const hash = header('x-amz-content-sha256')
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body))
    throw new S3Refusal(400, 'XAmzContentSHA256Mismatch')
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&')
  const headers = names.map((name) => `${name}:${header(name)}\n`).join('')
  const request = [req.method, url.pathname, query, headers, signed, hash].join('\n')
  const text = ['AWS4-HMAC-SHA256', moment, scope, sha256(request)].join('\n')
  const key = scope.split('/').reduce(hmac, Buffer.from(`AWS4${CREDENTIALS.secretAccessKey}`))
  if (!timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex')))
    throw new S3Refusal(403, 'SignatureDoesNotMatch')
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** As RFC 3986 reserves characters, which is more than JavaScript does. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
