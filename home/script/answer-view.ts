// The answer to a call: what came of it in one line, and below it the offers, the JSON and the head.

import type { Answer, Offer, OfferPage } from '../../client/index.ts'
import { connectCopy } from './copy.ts'
import { byId, element } from './dom.ts'
import { showAsTabs } from './tabs.ts'
import { periodOf, worthOf } from './words.ts'

export class AnswerView {
  readonly #place = byId('answer', HTMLDivElement)
  readonly #outcome = byId('outcome', HTMLParagraphElement)
  readonly #views = byId('views', HTMLDivElement)
  readonly again = byId('again', HTMLButtonElement)

  waiting(): void {
    this.#place.hidden = false
    this.#say('Waiting for the answer …')
  }

  page(page: OfferPage): void {
    const { data, meta, answer } = page
    const isKept = answer.fromCache === 'revalidated'
    const what = isKept
      ? '304 Not Modified: nothing changed since you asked, so no body was sent'
      : `${answer.status} OK: ${data.length} of ${meta.total} offers`
    this.#say([what, `${Math.round(answer.durationMs)} ms`, rateText(answer)].filter(Boolean).join(' · '))
    this.again.hidden = false
    // What is shown still stands after a 304; its head is another.
    this.#show(page)
    this.#reveal()
  }

  failure(words: string, answer: { status: number | undefined; body: unknown }): void {
    this.#say(answer.status === undefined ? words : `${answer.status}: ${words}`, true)
    this.again.hidden = true
    const json = answer.body === undefined ? [] : [jsonPanel(answer.body)]
    this.#views.replaceChildren(...json)
    this.#reveal()
  }

  /** On a phone it comes below the code, where nobody would see that anything happened. */
  #reveal(): void {
    const { top } = this.#place.getBoundingClientRect()
    if (top > innerHeight / 2) this.#place.scrollIntoView()
  }

  #say(text: string, isBad = false): void {
    this.#outcome.textContent = text
    this.#outcome.classList.toggle('bad', isBad)
  }

  #show({ data, meta, answer }: OfferPage): void {
    const offers =
      data.length === 0
        ? element('p', { text: 'No offer matches all of this. Take one of the choices back.' })
        : element('ul', { class: 'cards', children: data.map(cardOf) })
    const tabs = [
      { id: 'offers', title: 'Offers', panel: element('div', { children: [offers] }) },
      { id: 'json', title: 'JSON', panel: jsonPanel({ data, meta }) },
      { id: 'head', title: 'Headers', panel: codePanel('Headers', headText(answer)) },
    ]
    const { list } = showAsTabs('Parts of the answer', tabs)
    this.#views.replaceChildren(list, ...tabs.map(({ panel }) => panel))
  }
}

/** Of the window in which calls are counted. */
function rateText({ rate }: Answer): string {
  if (!rate) return ''
  const of = rate.limit === undefined ? '' : ` of ${rate.limit}`
  return `${rate.remaining}${of} calls left for ${rate.resetSeconds} s`
}

function headText({ status, headers }: Answer): string {
  // Which version of HTTP it was no script is told.
  return [`HTTP ${status}`, ...Array.from(headers, ([name, value]) => `${name}: ${value}`)].join('\n')
}

function jsonPanel(json: unknown): HTMLElement {
  return codePanel('JSON', JSON.stringify(json, null, 2))
}

function codePanel(name: string, text: string): HTMLElement {
  const code = element('pre', {
    class: 'answer',
    text,
    attributes: { tabindex: '0', role: 'region', 'aria-label': name },
  })
  const copy = element('button', { class: 'quiet copy', text: 'Copy', attributes: { type: 'button' } })
  connectCopy(copy, () => text)
  return element('div', { children: [code, copy] })
}

function cardOf(offer: Offer): HTMLLIElement {
  const { title, merchant, issuer, category, comunas, benefit, url } = offer
  const places = comunas.length > 3 ? `${comunas.length} comunas` : comunas.map(({ name }) => name).join(', ')
  const worth = worthOf(offer)
  const lines = [
    element('p', { class: 'worth', text: worth }),
    ...(worth === benefit.summary ? [] : [element('p', { text: benefit.summary })]),
    element('p', { text: [merchant, places].filter(Boolean).join(' · ') }),
    element('p', { text: `${issuer.name} · ${category.name}` }),
    element('p', { class: 'until', text: periodOf(offer) }),
  ].filter(({ textContent }) => textContent !== '')
  // SECURITY: an address of the data leads to the web, and nowhere else.
  if (url !== null && /^https?:\/\//.test(url)) {
    const attributes = { href: url, rel: 'noopener noreferrer', target: '_blank' }
    lines.push(
      element('p', { children: [element('a', { text: `More at ${new URL(url).host}`, attributes })] }),
    )
  }
  return element('li', { class: 'card', children: [element('h4', { text: title }), ...lines] })
}
