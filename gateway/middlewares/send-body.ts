import type { IncomingMessage } from 'node:http'
import { LARGE_BYTES } from '../../lib/gzip-in-thread.ts'
import type { CachedAnswer } from '../catalogue/cached-answer.ts'
import type { SnapshotFile } from '../catalogue/snapshot-file.ts'
import {
  type ContextResponse,
  callerOf,
  type Handler,
  releaseOf,
  representationOf,
} from '../exchange/request-context.ts'
import { requestHeaderText, sendResponse } from '../exchange/send-response.ts'
import { sendSnapshot } from '../exchange/send-snapshot.ts'
import { ApiProblem } from '../http/api-problem.ts'
import { byteRangeOf, ifRangeHolds } from '../http/byte-range.ts'
import { prepareHead } from '../http/head.ts'
import type { DownloadBounds } from '../limits/download-bounds.ts'
import type { Origin } from '../origin/origin.ts'

/** Sends the bytes: a cached answer from memory, a snapshot as a stream. */
export function sendBody(origin: Origin, downloads: DownloadBounds): Handler {
  return (req, res) => {
    const representation = representationOf(res.locals.context)
    return representation.kind === 'cached'
      ? sendCached(req, res, representation)
      : sendFile(req, res, representation, { origin, downloads })
  }
}

function sendCached(req: IncomingMessage, res: ContextResponse, answer: CachedAnswer): void | Promise<void> {
  const { context } = res.locals
  if (answer.size > LARGE_BYTES) atEnd(req, res, releaseOf(context).hold(answer))
  const coding = answer.codingFor(req.headers['accept-encoding'])
  const inMemory = answer.bytesIn(coding)
  const send = (body: Buffer) =>
    sendResponse(req, res, { status: 200, head: answer.head(200, coding, context.caller?.kind), body })
  if (inMemory) return send(inMemory)
  return releaseOf(context).load(answer, coding).then(send)
}

/**
 * Calls `release` once the response has ended or its connection is closed: of that, a response that waits for earlier ones
 * of its connection gets no event.
 */
function atEnd({ socket }: IncomingMessage, res: ContextResponse, release: () => void): void {
  const end = () => {
    res.off('close', end)
    socket.off('close', end)
    release()
  }
  res.on('close', end)
  socket.on('close', end)
  // Neither sends an event any more.
  if (res.closed || socket.destroyed) end()
}

async function sendFile(
  req: IncomingMessage,
  res: ContextResponse,
  file: SnapshotFile,
  { origin, downloads }: { origin: Origin; downloads: DownloadBounds },
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
  // `sendSnapshot` knows nothing of the request's context.
  const complete = { ...head, headerText: head.headerText + requestHeaderText(res) }
  const download = () => sendSnapshot({ entry: file.entry, range, head: complete }, origin, { req, res })
  await downloads.during(req, callerOf(res.locals.context), download)
}
