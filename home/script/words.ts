// Explains failures and their remedies to readers who have only this page.

/** Why a gateway refused a call. */
export interface Problem {
  code: string
  detail: string
  retryAfterSeconds?: number | undefined
}

/** @param isDemo whether the call used the public demo key */
export function failureText({ code, detail, retryAfterSeconds }: Problem, isDemo: boolean): string {
  const again = retryAfterSeconds === undefined ? '' : ` Try again in ${retryAfterSeconds} s.`
  switch (code) {
    case 'unauthorized':
      return isDemo
        ? 'This gateway does not accept the demo key: it has expired, was revoked, or was never issued here. Use your own key: “Keys” below says how to get one.'
        : 'This key is not accepted: it is mistyped, has expired, or was revoked.'
    case 'rate_limited':
      return `Too many calls.${again}`
    default:
      return `${detail}${again}`
  }
}

export const NO_ANSWER = 'The gateway did not answer. Check your connection, then try again.'
