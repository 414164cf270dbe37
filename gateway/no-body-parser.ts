// What the bundle holds in place of body-parser. Express loads that one whether or not it is used, and with it half a
// megabyte of character sets, which every start would have to read. The gateway answers GET and HEAD: it parses no
// bodies.

export const json = notBundled
export const raw = notBundled
export const text = notBundled
export const urlencoded = notBundled

function notBundled(): never {
  throw new Error('body-parser is left out of the bundle')
}
