// Try it: the code of the call follows what is chosen, and the client makes it.

import { createOffersClient, type OffersClient, OffersError } from '../../client/index.ts'
import { snippetsOf } from '../snippets.ts'
import { AnswerView } from './answer-view.ts'
import { addressWith, ChoiceForm } from './choices.ts'
import { connectCopy } from './copy.ts'
import { byId, element } from './dom.ts'
import { showAsTabs } from './tabs.ts'
import { failureText } from './words.ts'

export function startTrial(): void {
  const choices = new ChoiceForm()
  const view = new AnswerView()
  const run = byId('run', HTMLButtonElement)
  const updateCode = showCode()
  const clients = clientsByKey()
  let isRunning = false

  const update = () => {
    const chosen = choices.read()
    if (!chosen) return
    updateCode(chosen)
    const url = addressWith(chosen.query)
    // The address follows, so that a reload, a bookmark and the way back keep what is chosen.
    history.replaceState(null, '', `${url.pathname}${url.search}${location.hash}`)
  }

  const call = async () => {
    const chosen = choices.read()
    if (!chosen || isRunning) return void choices.form.reportValidity()
    isRunning = true
    run.setAttribute('aria-disabled', 'true')
    view.waiting()
    try {
      // Always asked, so that the reader sees an answer of the gateway, and the second time its 304.
      view.page(await clients(chosen.key).list(chosen.query, { revalidate: true }))
    } catch (error) {
      const { status, problem } = error instanceof OffersError ? error : {}
      view.failure(failureText(error, chosen.isDemo), { status, body: problem })
    } finally {
      isRunning = false
      run.removeAttribute('aria-disabled')
    }
  }

  choices.form.noValidate = true
  choices.form.addEventListener('input', update)
  choices.form.addEventListener('submit', (event) => {
    event.preventDefault()
    void call()
  })
  view.again.addEventListener('click', () => void call())
  connectCopy(byId('share', HTMLButtonElement), () => {
    const chosen = choices.read()
    return chosen ? addressWith(chosen.query).href : location.href
  })
  const chosen = choices.read()
  if (chosen) updateCode(chosen)
}

/** SECURITY: keys and answers stay in the memory of this page. */
function clientsByKey(): (key: string) => OffersClient {
  const clients = new Map<string, OffersClient>()
  return (key) => {
    const client = clients.get(key) ?? createClient(key)
    clients.set(key, client)
    return client
  }
}

function createClient(key: string): OffersClient {
  return createOffersClient({
    baseUrl: baseUrl(),
    key,
    // The reader is told at once, and tries again by hand.
    retry: false,
    // What the browser keeps by itself would pass for an answer of the gateway.
    fetch: (input, init) => fetch(input, { ...init, cache: 'no-store' }),
  })
}

/** Where this page is, without the slash at its end. */
function baseUrl(): string {
  return new URL('.', location.href).href.replace(/\/$/, '')
}

/** Makes tabs of the code that the page was built with. @returns how to write it again for other choices */
function showCode(): (chosen: { query: Parameters<typeof snippetsOf>[0]['query']; key: string }) => void {
  const host = byId('code', HTMLDivElement)
  const panels = Array.from(host.querySelectorAll<HTMLElement>('.snippet'))
  const codes = new Map(panels.map((panel) => [panel.id.replace('code-', ''), panel.querySelector('code')]))
  const tabs = panels.map((panel) => ({ id: panel.id, title: panel.dataset.title ?? '', panel }))
  const { list, current } = showAsTabs('The call in', tabs)
  const copy = element('button', {
    class: 'quiet copy',
    text: 'Copy the code',
    attributes: { type: 'button' },
  })
  connectCopy(copy, () => current()?.panel.querySelector('code')?.textContent ?? '')
  host.classList.add('tabs')
  host.prepend(list)
  host.append(copy)
  return (chosen) => {
    for (const { id, code } of snippetsOf({ base: baseUrl(), ...chosen })) {
      const place = codes.get(id)
      if (place) place.textContent = code
    }
  }
}
