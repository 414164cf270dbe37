import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import t from 'tap'
import type { TargetEntry } from '../../../contract/release/target-table.ts'
import { sendSnapshot } from '../../../gateway/exchange/send-snapshot.ts'
import { prepareHead } from '../../../gateway/http/head.ts'
import { folderOrigin } from '../../../gateway/origin/folder-origin.ts'
import type { Origin } from '../../../gateway/origin/origin.ts'

const ENTRY: TargetEntry = {
  digest: 'd'.repeat(64),
  size: 3,
  total: 0,
  type: 'application/gzip',
  storage: 'identity',
}

const snapshot = (begin = () => {}) => ({ entry: ENTRY, range: undefined, head: prepareHead([], 3), begin })

/** An origin that checks that the client is still there before it gives three bytes. */
const lookingOrigin: Origin = {
  ...folderOrigin('nowhere'),
  async openSnapshot(_entry, _range, { gone }) {
    gone.throwIfAborted()
    return Readable.from([Buffer.from('abc')])
  },
}

t.test('an origin sees that the client left before the request', async (t) => {
  const req = new IncomingMessage(new Socket())
  const res = new ServerResponse(req)
  res.destroy()
  const sending = sendSnapshot(snapshot(), lookingOrigin, { req, res })
  await t.rejects(sending, { code: 'ERR_STREAM_PREMATURE_CLOSE', message: /before it had the whole answer/ })
  t.notOk(res.headersSent)
})

t.test('a source that was opened for a client that left meanwhile is closed', async (t) => {
  const req = new IncomingMessage(new Socket())
  const res = new ServerResponse(req)
  const source = Readable.from([Buffer.from('abc')])
  const origin: Origin = {
    ...folderOrigin('nowhere'),
    async openSnapshot() {
      res.destroy().emit('close')
      return source
    },
  }
  const sending = sendSnapshot(snapshot(), origin, { req, res })
  await t.rejects(sending, { code: 'ERR_STREAM_PREMATURE_CLOSE' })
  t.ok(source.destroyed)
})

t.test('a source is closed, and nothing written, if the answer may no longer begin', async (t) => {
  const req = new IncomingMessage(new Socket())
  const res = new ServerResponse(req)
  const source = Readable.from([Buffer.from('abc')])
  const origin: Origin = { ...folderOrigin('nowhere'), openSnapshot: async () => source }
  const refuse = () => {
    throw new Error('no room')
  }
  await t.rejects(sendSnapshot(snapshot(refuse), origin, { req, res }), { message: 'no room' })
  t.ok(source.destroyed)
  t.notOk(res.headersSent)
})
