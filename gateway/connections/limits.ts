// SECURITY: how many connections there may be, how slow they may be, and what each may ask for.

import { IDLE_SECONDS } from '../exchange/send-response.ts'

/** How slow clients and how long heads may be (times in milliseconds, size in bytes), as options of `node:http`. */
export const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Node would start one more timer after every answer. The one for silence closes idle connections, too.
  keepAliveTimeout: 0,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
}

/** In all. Each takes a file descriptor and memory, with or without a request. */
export const MAX_CONNECTIONS = 20_000

/** From one address (IPv6: one /64), so that no single caller can take them all. */
export const MAX_CONNECTIONS_PER_ADDRESS = 2_500

/**
 * Requests of one connection that wait for the answer before theirs (pipelining, RFC 9112 §9.3.2). Node stops reading
 * from a client that does not read, but by itself takes all requests of what it has read: some two thousand in 64 kB.
 */
export const MAX_WAITING_REQUESTS = 20

/**
 * Requests of one connection that are refused (4xx) within `REFUSALS_MS`. A program with a bad key, or one that does not
 * wait as a 429 says, stays far below. No key limits refusals, and a closed loop of them would keep the gateway busy.
 */
export const MAX_REFUSALS = 100
export const REFUSALS_MS = 10_000

/**
 * Without a byte in either direction for so long, a connection is closed: an idle one, and that of a stopped reader,
 * which Node gives the time twice: once for the bytes that the system still took, once for those that it did not.
 * Longer than balancers keep idle connections (nginx: 60 s), so that they close them: a gateway that closes
 * first may do so while a request is on its way.
 */
export const IDLE_TIMEOUT_MS = IDLE_SECONDS * 1000
