// Spares Express a look at each character of a long address. Its router asks parseurl for the path of every request,
// though its one layer here takes all paths, and parseurl hands an address with a `#` to the slow parser of node:url:
// 15 kB take 57 µs, and 350 µs with a `#`, as long as several whole requests. parseurl keeps what it parsed in
// `_parsedUrl`, and takes what it finds there if it is of that address.

import type { IncomingMessage } from 'node:http'
import * as url from 'node:url'

/** Shorter ones are parsed sooner than kept from it. */
const LONG = 256

// The class is there, though its type is not.
const { Url } = url as unknown as { Url: new () => object }

/** Lets the router take a long address for `/`; readers of `url` see all of it. */
export function spareParsing(req: IncomingMessage): void {
  if (req.url === undefined || req.url.length <= LONG) return
  const parsed = Object.assign(new Url(), { pathname: '/', _raw: req.url })
  Object.assign(req, { _parsedUrl: parsed })
}
