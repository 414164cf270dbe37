// Try it: the page shows the code of the chosen call, and makes the call.

import { withClientAt } from '../content/client-address.ts'
import { snippetsOf } from '../content/snippets.ts'
import { AnswerView } from './answer-view.ts'
import { ask, refusalIn } from './ask.ts'
import { ChoiceForm, type Choices } from './choices.ts'
import { byId } from './dom.ts'
import { baseUrl } from './place.ts'

export function startTrial(): void {
  const choices = new ChoiceForm()
  const { form } = choices
  const view = new AnswerView()
  const base = baseUrl()
  const client = `/${byId('client-package', HTMLAnchorElement).getAttribute('href')}`
  const button = byId('run', HTMLButtonElement)
  let isRunning = false

  /** Shows the fields of the chosen route and, if none is wrong, the code of the call. */
  const update = () => {
    const chosen = choices.read()
    if (!chosen) return
    for (const { id, code } of snippetsOf({ base, key: chosen.key, ...chosen.call }))
      byId(id, HTMLElement).textContent = withClientAt(code, client)
  }

  update()
  form.addEventListener('input', ({ target }) => {
    update()
    // The back button returns to earlier options of menus, not to single typed letters.
    if (form.checkValidity()) choices.writeAddress(target instanceof HTMLSelectElement)
  })
  addEventListener('popstate', () => {
    choices.readAddress()
    view.clear()
    update()
  })
  byId('route', HTMLSelectElement).addEventListener('input', () => view.clear())
  // The browser sends this event only if no field is wrong.
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const chosen = choices.read()
    if (!chosen || isRunning) return
    isRunning = true
    // A button that is really disabled would lose the focus.
    button.setAttribute('aria-disabled', 'true')
    await tryCall(base, chosen, view)
    isRunning = false
    button.removeAttribute('aria-disabled')
  })
}

async function tryCall(base: string, { call, key, isDemo }: Choices, view: AnswerView): Promise<void> {
  const isShown = view.waiting()
  const reply = await ask(base, call, key).catch(() => undefined)
  if (!isShown()) return
  const refusal = reply && refusalIn(reply, isDemo)
  if (!reply) view.failure('The gateway did not answer. Check your connection, then try again.', undefined)
  else if (refusal) view.failure(`${reply.status}: ${refusal}`, reply)
  else view.reply(call.route, reply)
}
