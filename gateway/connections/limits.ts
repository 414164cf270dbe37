// SECURITY: bounds on connections, on their slowness, and on the requests of each.

/** Options of `node:http`: times in milliseconds, size in bytes. */
export const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Node would start another timer after every answer. The one of `IDLE_TIMEOUT_MS` closes idle connections, too.
  keepAliveTimeout: 0,
  // How often Node looks for heads that take too long.
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
  // From Node 24.12 on, no stream is prepared for a request without a body: nothing here reads one, or waits for its end.
  optimizeEmptyRequests: true,
}

/** Connections in all. Each takes a file descriptor and memory, with or without a request. */
export const MAX_CONNECTIONS = 20_000

/** Connections from one address (IPv6: one /64), so that no single caller can take them all. */
export const MAX_CONNECTIONS_PER_ADDRESS = 2_500

/** From an address with this many connections, further ones are read a few at a time, so that they delay no others. */
export const MANY_CONNECTIONS = 100

/**
 * Pipelined requests of one connection that wait (RFC 9112 §9.3.2). Node stops reading from a client that does not read,
 * but takes all requests in the 64 kB that it has read: some two thousand.
 */
export const MAX_WAITING_REQUESTS = 20

/**
 * Answers on one connection within `FREE_ANSWERS_MS` that no rate limit has allowed: those that need no key, refusals,
 * and all of the admin port. A browser, a monitor, a program with a bad key, and one that ignores the wait of a 429 stay
 * far below; without a bound, closed loops of such requests would keep the gateway busy.
 */
export const MAX_FREE_ANSWERS = 100
export const FREE_ANSWERS_MS = 10_000

/**
 * A connection without a byte in either direction for this long is closed. Node gives a stopped reader the time twice:
 * once for bytes that the system still took, once for those that it did not.
 */
export const IDLE_TIMEOUT_MS = 65_000

/**
 * The same for a trusted proxy. Longer than balancers keep idle connections (Google: 600 s; AWS and nginx: 60 s), so that
 * they close first: if the gateway did, a request could be on its way.
 */
export const PROXY_IDLE_TIMEOUT_MS = 620_000
