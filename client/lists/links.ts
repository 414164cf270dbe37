// The `Link` of a page (RFC 8288).

/** Where `rel="next"` leads, as it is written; undefined if nowhere. */
export function nextIn(link: string | null): string | undefined {
  for (const [, target, rel] of (link ?? '').matchAll(/<([^<>]*)>\s*;\s*rel="([^"]*)"/g)) {
    if (rel === 'next') return target
  }
  return undefined
}
