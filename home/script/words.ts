// Explains failures and their remedies to readers who have only this page.

/** Why a gateway refused a call. */
export interface Problem {
  code: string
  detail: string
  retryAfterSeconds?: number | undefined
}

/** @param isDemo whether the call used the public demo key */
export function failureText({ code, detail, retryAfterSeconds }: Problem, isDemo: boolean): string {
  const again =
    retryAfterSeconds === undefined ? 'Try again in a moment.' : `Try again in ${retryAfterSeconds} s.`
  switch (code) {
    case 'unauthorized':
      return isDemo
        ? 'This gateway does not accept the demo key: it has expired, was revoked, or was never issued here. Use your own key: “Keys” below says how to get one.'
        : 'This key is not accepted: it is mistyped, has expired, or was revoked.'
    case 'key_store_unavailable':
      return `The gateway cannot check keys at the moment: its key store does not answer. Nothing is wrong with your call. ${again}`
    case 'rate_limited':
      return `Too many calls. ${again}`
    case 'catalogue_unavailable':
    case 'origin_unavailable':
      return `The gateway cannot read its catalogue at the moment. ${again}`
    default:
      return detail
  }
}

export const NO_ANSWER = 'The gateway did not answer. Check your connection, then try again.'
