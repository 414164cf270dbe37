import type { IncomingMessage } from 'node:http'
import { LARGE_BYTES } from '../../lib/gzip-in-thread.ts'
import type { CachedAnswer } from '../catalogue/cached-answer.ts'
import type { SnapshotFile } from '../catalogue/snapshot-file.ts'
import type { Transfers } from '../connections/transfers.ts'
import {
  type ContextResponse,
  type Handler,
  releaseOf,
  representationOf,
} from '../exchange/request-context.ts'
import { requestHeaderText, sendInPieces, sendResponse } from '../exchange/send-response.ts'
import { sendSnapshot } from '../exchange/send-snapshot.ts'
import { ApiProblem } from '../http/api-problem.ts'
import { byteRangeOf, ifRangeHolds } from '../http/byte-range.ts'
import { prepareHead } from '../http/head.ts'
import type { Origin } from '../origin/origin.ts'

/** Sends the bytes: a cached answer from memory, a large one in pieces, a snapshot as a stream. */
export function sendBody(origin: Origin, transfers: Transfers): Handler {
  return (req, res) => {
    const representation = representationOf(res.locals.context)
    if (representation.kind === 'file') return sendFile(req, res, representation, { origin, transfers })
    return representation.size > LARGE_BYTES
      ? sendLarge(req, res, representation, transfers)
      : sendCached(req, res, representation)
  }
}

function sendCached(req: IncomingMessage, res: ContextResponse, answer: CachedAnswer): void | Promise<void> {
  const { context } = res.locals
  const coding = answer.codingFor(req.headers['accept-encoding'])
  const inMemory = answer.bytesIn(coding)
  const send = (body: Buffer) =>
    sendResponse(req, res, { status: 200, head: answer.head(200, coding, context.caller?.kind), body })
  if (inMemory) return send(inMemory)
  return releaseOf(context).load(answer, coding).then(send)
}

async function sendLarge(
  req: IncomingMessage,
  res: ContextResponse,
  answer: CachedAnswer,
  transfers: Transfers,
): Promise<void> {
  const { context } = res.locals
  const transfer = transfers.begin(res, context.subject)
  transfer.onceEnded(transfers.holdBody(transfer, answer))
  const coding = answer.codingFor(req.headers['accept-encoding'])
  const body = answer.bytesIn(coding) ?? (await releaseOf(context).load(answer, coding))
  transfer.throwIfEnded()
  transfers.watch(transfer)
  const head = answer.head(200, coding, context.caller?.kind)
  sendInPieces(req, res, { status: 200, head, body })
}

async function sendFile(
  req: IncomingMessage,
  res: ContextResponse,
  file: SnapshotFile,
  { origin, transfers }: { origin: Origin; transfers: Transfers },
): Promise<void> {
  const { size } = file.entry
  // Several fields are joined, and so never equal the one tag.
  const ifRange = req.headersDistinct['if-range']?.join()
  const wanted = ifRangeHolds(ifRange, file.tags.identity) ? req.headers.range : undefined
  // Range has a meaning for GET only (RFC 9110 §14.2).
  const range = req.method === 'GET' ? byteRangeOf(wanted, size) : undefined
  if (range === 'unsatisfiable') {
    const headers = ['Content-Range', `bytes */${size}`]
    throw new ApiProblem('range_not_satisfiable', `The snapshot has ${size} bytes.`, { headers })
  }
  const length = range ? range.last - range.first + 1 : size
  const part = range ? ['Content-Range', `bytes ${range.first}-${range.last}/${size}`] : []
  const head = prepareHead([...file.fields(), ...part], length)
  if (req.method === 'HEAD') return sendResponse(req, res, { status: 200, head })
  const transfer = transfers.begin(res, res.locals.context.subject)
  const release = transfers.downloads.hold(transfer, transfer, 1)
  try {
    // `sendSnapshot` knows nothing of the request's context.
    const complete = { ...head, headerText: head.headerText + requestHeaderText(res) }
    const begin = () => {
      transfer.throwIfEnded()
      transfers.watch(transfer)
    }
    await sendSnapshot({ entry: file.entry, range, head: complete, begin }, origin, { req, res })
  } finally {
    release()
  }
}
