// The two ways in which answers may be kept.

/** How long and by whom an answer may be kept (RFC 9111). */
export interface Caching {
  cacheControl: string
  vary: string
}

// SECURITY: an answer that needs a key may be kept by the client alone.
export const PRIVATE_CACHING: Caching = {
  cacheControl: 'private, max-age=3600',
  vary: 'Authorization, Accept-Encoding',
}
export const PUBLIC_CACHING: Caching = { cacheControl: 'public, max-age=3600', vary: 'Accept-Encoding' }
