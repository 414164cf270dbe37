// Requests and answers as lines for people.

import type { Hooks } from '../api/options.ts'

/**
 * Hooks that write a line for each request, answer and wait, without the key.
 * @param write takes a line without its end; `console.error` if not given
 */
export function debugHooks(write: (line: string) => void = console.error): Hooks {
  return {
    onRequest: ({ url, request }) => write(`offers: GET ${url}${request > 1 ? ` (request ${request})` : ''}`),
    onAnswer: ({ url, status, fromCache, durationMs, requestId }) => {
      const facts = [`${status}`, fromCache || 'over the network', `${Math.round(durationMs)} ms`]
      if (requestId !== undefined) facts.push(`request id ${requestId}`)
      write(`offers: ${facts.join(', ')}: ${url}`)
    },
    onWait: ({ url, milliseconds, error }) =>
      write(`offers: waiting ${Math.round(milliseconds)} ms after ${error.code}: ${url}`),
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** Whether the environment variable `OFFERS_DEBUG` is set, and not to 0. */
export const isDebugging = ({ OFFERS_DEBUG = '' }: Environment): boolean => !['', '0'].includes(OFFERS_DEBUG)

/** `debugHooks()` if `OFFERS_DEBUG` is set, else no hooks. @param env such as `process.env` */
export const debugHooksOf = (env: Environment): Hooks => (isDebugging(env) ? debugHooks() : {})
