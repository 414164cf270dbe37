// A gateway for this machine alone, such as a preview, answers no page of another origin.

import type { IncomingMessage } from 'node:http'
import type { Handler } from '../exchange/request-context.ts'
import { ApiProblem } from '../http/api-problem.ts'

/**
 * SECURITY: for a gateway on a machine whose browser has other pages open. A page can make its name resolve to this machine
 * (DNS rebinding): then `Host` names the page. Any page can send a request to this address: then browsers name the page
 * in `Origin`, or, if they send none, its relation in `Sec-Fetch-Site` (Fetch Metadata).
 */
export const refuseOtherOrigins: Handler = (req, _res, next) => {
  const hosts = ownHosts(req)
  const { host = '', origin } = req.headers
  if (!hosts.includes(host.toLowerCase())) throw refusal(`names the host ${host}`, hosts)
  const isOwn = origin === undefined || hosts.some((each) => origin.toLowerCase() === `http://${each}`)
  if (!isOwn || isOfOtherPage(req)) throw refusal(`comes from a page of ${origin ?? 'another origin'}`, hosts)
  next()
}

/** The names of this machine, with the port of the connection. */
function ownHosts({ socket }: IncomingMessage): readonly string[] {
  const port = socket.localPort === 80 ? '' : `:${socket.localPort}`
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}${port}`)
}

/**
 * Whether a page of another origin sent the request; `same-site` is one on another port of this machine. Following a link
 * on such a page (`navigate`) is allowed: the page can't read the answer.
 */
function isOfOtherPage({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  return (site === 'cross-site' || site === 'same-site') && headers['sec-fetch-mode'] !== 'navigate'
}

function refusal(what: string, [own]: readonly string[]): ApiProblem {
  return new ApiProblem('malformed_request', `This address answers only http://${own}; the request ${what}.`)
}
