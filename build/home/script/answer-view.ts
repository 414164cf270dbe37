// The answer to a call: its outcome in one line, and below it its offers, its JSON and its headers.

import type { Offer } from '../../../contract/offers/offer.ts'
import { isRecord } from '../../../lib/json/json.ts'
import { formatCount } from '../../../lib/text/format-numbers.ts'
import { jsonMarkup } from '../content/json-view.ts'
import { renderCards } from '../content/offer-card.ts'
import type { ShownRoute } from '../content/snippets.ts'
import type { Reply } from './ask.ts'
import { byId } from './dom.ts'
import { today } from './today.ts'

export class AnswerView {
  readonly #place = byId('answer', HTMLDivElement)
  readonly #outcome = byId('outcome', HTMLParagraphElement)
  readonly #parts = byId('parts', HTMLDivElement)
  readonly #offers = byId('offers', HTMLDivElement)
  readonly #json = byId('json', HTMLElement)
  readonly #headers = byId('headers', HTMLElement)
  /** Grows with each call and each `clear`. An answer to an earlier call is not shown. */
  #calls = 0

  /** Shows the place, which is hidden without the script. */
  constructor() {
    this.#place.hidden = false
  }

  /**
   * Shows that a call has begun.
   * @returns a function that says whether its answer is still to be shown: not after `clear` or another call
   */
  waiting(): () => boolean {
    this.#say('Waiting for the answer …')
    const call = ++this.#calls
    return () => call === this.#calls
  }

  /** Empties the place; an answer that is still on its way is ignored. */
  clear(): void {
    this.#calls += 1
    this.#say('Run the call to see its answer here.')
    this.#parts.hidden = true
  }

  /** Shows the answer to a call that was not refused. */
  reply(route: ShownRoute, reply: Reply): void {
    const what =
      reply.status === 304
        ? '304 Not Modified: nothing changed since you asked, so no body was sent'
        : `${reply.status} OK: ${contentText(route, reply)}`
    this.#say(
      [what, `${Math.round(reply.durationMs)} ms`, rateText(reply.headers)].filter(Boolean).join(' · '),
      'good',
    )
    this.#show(reply, offersIn(route, reply))
  }

  /**
   * Shows why a call failed.
   * @param reply the refusal; undefined if no answer came
   */
  failure(words: string, reply: Reply | undefined): void {
    this.#say(words, 'bad')
    this.#parts.hidden = true
    if (reply) this.#show(reply, undefined)
  }

  #show({ status, headers, body }: Reply, offers: readonly Offer[] | undefined): void {
    // SECURITY: in markup everything that came over the network is escaped.
    this.#offers.innerHTML = offers ? renderCards(offers, today()).text : ''
    this.#json.innerHTML = body === undefined ? 'No body was read.' : jsonMarkup(body).text
    const lines = Array.from(headers, ([name, value]) => `${name}: ${value}`)
    // Scripts cannot see the version of HTTP.
    this.#headers.textContent = [`HTTP ${status}`, ...lines].join('\n')
    this.#parts.hidden = false
    // On a phone the answer is below the code, out of sight.
    const { top } = this.#place.getBoundingClientRect()
    if (top > innerHeight / 2) this.#place.scrollIntoView()
  }

  #say(text: string, look = ''): void {
    this.#outcome.textContent = text
    this.#outcome.className = `outcome ${look}`
  }
}

/** The content of an answer: `5 of 414 offers`, `414 offers` if it has all. */
function contentText(route: ShownRoute, { headers, body }: Reply): string {
  if (route.kind === 'snapshot') {
    const kilobytes = (Number(headers.get('Content-Length')) / 1000).toFixed(1)
    return `a gzip file of ${kilobytes} kB, not downloaded here`
  }
  const { count, total } = isRecord(body) && isRecord(body.meta) ? body.meta : {}
  if (typeof total !== 'number') return route.kind === 'item' ? 'one offer' : 'the description of the API'
  const all = `${formatCount(total)} ${route.name}`
  return count === total ? all : `${count} of ${all}`
}

/**
 * The calls that the key has left: `29 of 30 calls left for 12 s` from `"demo";r=29;t=12` and the policy
 * `"demo";q=30;w=60`.
 */
function rateText(headers: Headers): string {
  const { r, t } = parametersIn(headers.get('RateLimit'))
  const { q } = parametersIn(headers.get('RateLimit-Policy'))
  return r === undefined ? '' : `${r} of ${q} calls left for ${t} s`
}

function parametersIn(header: string | null): { [name: string]: string | undefined } {
  return Object.fromEntries((header ?? '').split(';').map((part) => part.split('=')))
}

/**
 * The offers in a good answer; undefined if the route has none. The page calls the gateway that served it, so the schemas
 * hold. A page from a cache may be older, but within a version of the API schemas only grow.
 */
function offersIn({ kind }: ShownRoute, { body }: Reply): readonly Offer[] | undefined {
  const data = isRecord(body) ? body.data : undefined
  if (kind === 'item') return [data as Offer]
  return kind === 'list' || kind === 'changes' ? (data as Offer[]) : undefined
}
