// SHA-256 by Web Crypto, which takes its bytes as a whole.

/**
 * The digest in base64.
 * @throws {TypeError} if there is no Web Crypto: browsers have it on pages that came by https or from this machine
 */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (!globalThis.crypto?.subtle) throw new TypeError('no Web Crypto: serve the page by https')
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
}
