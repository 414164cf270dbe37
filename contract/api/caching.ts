// The two ways that answers may be cached.

/** How long an answer may be cached, and by which caches (RFC 9111). */
export interface Caching {
  cacheControl: string
  vary: string
}

// SECURITY: only the client may cache an answer that needs a key.
export const PRIVATE_CACHING: Caching = {
  cacheControl: 'private, max-age=3600',
  vary: 'Authorization, Accept-Encoding',
}
export const PUBLIC_CACHING: Caching = { cacheControl: 'public, max-age=3600', vary: 'Accept-Encoding' }
