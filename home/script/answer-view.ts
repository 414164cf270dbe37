// The answer to a call: its outcome in one line, and below it the offers or names, the JSON and the headers.

import type { Offer } from '../../contract/offers/offer.ts'
import { isRecord } from '../../lib/json/json.ts'
import { formatCount } from '../../lib/text/format-numbers.ts'
import type { ShownRoute } from '../content/snippets.ts'
import type { Reply } from './ask.ts'
import { cardsOf, type Named, namesOf } from './cards.ts'
import { connectCopy } from './copy.ts'
import { byId, element } from './dom.ts'
import { showAsTabs, type Tab } from './tabs.ts'

export class AnswerView {
  readonly #place = byId('answer', HTMLDivElement)
  readonly #outcome = byId('outcome', HTMLParagraphElement)
  readonly #views = byId('views', HTMLDivElement)
  #calls = 0

  constructor() {
    this.#place.hidden = false
  }

  /** @returns whether the place still waits for this answer: the reader may have chosen another route. */
  waiting(): () => boolean {
    this.#say('Waiting for the answer …')
    const call = ++this.#calls
    return () => call === this.#calls
  }

  /** The answer belongs to another call now. */
  clear(): void {
    this.#calls += 1
    this.#say('Run the call to see its answer here.')
    this.#views.replaceChildren()
  }

  reply(route: ShownRoute, reply: Reply): void {
    const what =
      reply.status === 304
        ? '304 Not Modified: nothing changed since you asked, so no body was sent'
        : `${reply.status} OK: ${contentText(route, reply)}`
    this.#say(
      [what, `${Math.round(reply.durationMs)} ms`, rateText(reply.headers)].filter(Boolean).join(' · '),
      'good',
    )
    const tabs = tabsOf(route, reply)
    const { list } = showAsTabs('Parts of the answer', tabs)
    this.#views.replaceChildren(list, ...tabs.map(({ panel }) => panel))
    this.#reveal()
  }

  failure(words: string, body: unknown): void {
    this.#say(words, 'bad')
    this.#views.replaceChildren(...(body === undefined ? [] : [jsonPanel(body)]))
    this.#reveal()
  }

  /** On a phone the answer is below the code, out of sight. */
  #reveal(): void {
    const { top } = this.#place.getBoundingClientRect()
    if (top > innerHeight / 2) this.#place.scrollIntoView()
  }

  #say(text: string, look = ''): void {
    this.#outcome.textContent = text
    this.#outcome.className = `outcome ${look}`
  }
}

/** `5 of 414 offers`. */
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

/** How many calls the key has left: from `"demo";r=29;t=12`, with `"demo";q=30;w=60` as its policy. */
function rateText(headers: Headers): string {
  const { r, t } = parametersIn(headers.get('RateLimit'))
  const { q } = parametersIn(headers.get('RateLimit-Policy'))
  return r === undefined ? '' : `${r} of ${q} calls left for ${t} s`
}

function parametersIn(header: string | null): { [name: string]: string | undefined } {
  return Object.fromEntries((header ?? '').split(';').map((part) => part.split('=')))
}

function tabsOf(route: ShownRoute, { status, headers, body }: Reply): Tab[] {
  const lines = Array.from(headers, ([name, value]) => `${name}: ${value}`)
  // Scripts cannot see the version of HTTP.
  const head = {
    id: 'head',
    title: 'Headers',
    panel: codePanel('Headers', [`HTTP ${status}`, ...lines].join('\n')),
  }
  if (body === undefined) return [head]
  const looked = lookOf(route, isRecord(body) ? body.data : undefined)
  const json = { id: 'json', title: 'JSON', panel: jsonPanel(body) }
  if (!looked) return [json, head]
  return [
    { id: 'offers', title: looked.title, panel: element('div', { children: [looked.view] }) },
    json,
    head,
  ]
}

/** The data of an answer for people; undefined if only programs read it. Page and gateway are of one release, so the schemas hold. */
function lookOf(route: ShownRoute, data: unknown): { title: string; view: HTMLElement } | undefined {
  switch (route.kind) {
    case 'list':
    case 'changes':
      return { title: 'Offers', view: cardsOf(data as Offer[]) }
    case 'item':
      return { title: 'Offer', view: cardsOf([data as Offer]) }
    case 'document':
      return Array.isArray(data) ? { title: 'Names', view: namesOf(data as Named[]) } : undefined
    case 'snapshot':
      return undefined
  }
}

function jsonPanel(json: unknown): HTMLElement {
  return codePanel('JSON', JSON.stringify(json, null, 2))
}

function codePanel(name: string, text: string): HTMLElement {
  const attributes = { tabindex: '0', role: 'region', 'aria-label': name }
  const code = element('pre', { class: 'answer', text, attributes })
  const copy = element('button', { class: 'quiet', text: 'Copy', attributes: { type: 'button' } })
  connectCopy(copy, () => text)
  return element('div', { children: [code, copy] })
}
