import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { writeHead, writeHeadAsFields, writeHeadAsText } from '../../../gateway/fast-path/response-head.ts'
import { fieldsIn, type Head, prepareHead } from '../../../gateway/http/head.ts'
import { listening } from '../../helpers/listening.ts'

const FIELDS = ['Content-Type', 'text/plain', 'X-Twice', 'a', 'X-Twice', 'b: c']

t.test('heads are text', async (t) => {
  const head = prepareHead(FIELDS, 5)
  t.equal(head.framing, 'Content-Length: 5\r\n')
  t.same(fieldsIn(head.headerText), FIELDS)
  t.same(fieldsIn(prepareHead(FIELDS, 5, 'X-Shared: d\r\n').headerText), [...FIELDS, 'X-Shared', 'd'])
  t.same(prepareHead([]), { framing: '', headerText: '' })
  t.equal(prepareHead([], 0).framing, 'Content-Length: 0\r\n')
  t.same(fieldsIn(''), [])
})

t.test('names and values that HTTP does not allow are refused', async (t) => {
  t.throws(() => prepareHead(['X-Split', 'a\r\nSet-Cookie: b']), { code: 'ERR_INVALID_CHAR' })
  t.throws(() => prepareHead(['X Space', 'a']), { code: 'ERR_INVALID_HTTP_TOKEN' })
})

t.test('this Node keeps heads as text, so the fast way is used', async (t) => {
  t.equal(writeHead, writeHeadAsText)
})

interface Case {
  title: string
  status: number
  head: Head
  body?: string
  request: string
  /** Whether the server closes the connection after the answer. */
  isLast?: true
}

const KEPT_OPEN = 'GET / HTTP/1.0\r\nConnection: keep-alive'

const CASES: readonly Case[] = [
  { title: 'a body', status: 200, head: prepareHead(FIELDS, 4), body: 'body', request: 'GET / HTTP/1.1' },
  { title: 'no body', status: 304, head: prepareHead(FIELDS), request: 'GET / HTTP/1.1' },
  { title: 'an empty body', status: 204, head: prepareHead(FIELDS, 0), request: 'OPTIONS / HTTP/1.1' },
  { title: 'a head alone', status: 200, head: prepareHead(FIELDS, 4), request: 'HEAD / HTTP/1.1' },
  {
    title: 'the last of a connection',
    status: 200,
    head: prepareHead([], 0),
    request: 'GET / HTTP/1.0',
    isLast: true,
  },
  {
    title: 'one without a length',
    status: 304,
    head: prepareHead(FIELDS),
    request: 'GET / HTTP/1.0',
    isLast: true,
  },
  { title: 'an older client', status: 200, head: prepareHead([], 2), body: 'ok', request: KEPT_OPEN },
  {
    title: 'the same without a length',
    status: 304,
    head: prepareHead([]),
    request: KEPT_OPEN,
    isLast: true,
  },
  { title: 'a status without a name', status: 599, head: prepareHead([], 0), request: 'GET / HTTP/1.1' },
]

t.test('a body without a length is refused', async (t) => {
  const res = new ServerResponse(new IncomingMessage(new Socket()))
  t.throws(() => writeHeadAsText(res, 200, prepareHead(FIELDS)), /200: the length is missing/)
})

t.test('both ways write the same head, with the same framing', async (t) => {
  for (const each of CASES) {
    const [asFields, asText] = [
      await exchange(t, writeHeadAsFields, each),
      await exchange(t, writeHeadAsText, each),
    ]
    t.same(sortedLines(asText), sortedLines(asFields), each.title)
    t.match(asText, /^HTTP\/1\.1 \d{3} .*X-More: yes\r\n\r\n/s, each.title)
  }
})

function sortedLines(text: string): string[] {
  return text
    .replaceAll(/^Date: .{29}\r$/gm, 'Date: now\r')
    .split('\r\n')
    .sort()
}

/** All bytes that a connection receives for one request, and one that ends it. */
async function exchange(
  t: Test,
  write: typeof writeHead,
  { status, head, body, request, isLast }: Case,
): Promise<string> {
  const answer = (res: ServerResponse) => {
    write(res, status, head, 'X-More: yes\r\n')
    res.end(body)
  }
  const port = await listening(
    t,
    // Node would add a field to what it writes itself.
    createServer({ keepAliveTimeout: 0 }, (_req, res) => answer(res)),
  )
  const socket = connect(port, '127.0.0.1')
  socket.write(`${request}\r\nHost: x\r\n\r\n`)
  if (!isLast) socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  return text(socket)
}
