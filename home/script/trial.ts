// Try it: the page shows the code of the chosen call, and makes the call.

import { snippetsOf } from '../content/snippets.ts'
import { AnswerView } from './answer-view.ts'
import { ask, problemOf } from './ask.ts'
import { ChoiceForm, type Choices } from './choices.ts'
import { byId } from './dom.ts'
import { baseUrl } from './place.ts'
import { failureText, NO_ANSWER } from './words.ts'

export function startTrial(): void {
  const choices = new ChoiceForm()
  const { form } = choices
  const view = new AnswerView()
  const base = baseUrl()

  const update = () => {
    const chosen = choices.read()
    if (!chosen) return
    for (const { id, code } of snippetsOf({ base, key: chosen.key, ...chosen.call }))
      byId(id, HTMLElement).textContent = code
  }
  const run = runner(choices, (chosen) => tryCall(base, chosen, view))

  update()
  form.noValidate = true
  form.addEventListener('input', update)
  byId('route', HTMLSelectElement).addEventListener('input', () => view.clear())
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void run()
  })
}

/** Makes one call at a time, and none while a field is wrong. */
function runner(choices: ChoiceForm, make: (chosen: Choices) => Promise<void>): () => Promise<void> {
  const button = byId('run', HTMLButtonElement)
  let isRunning = false
  return async () => {
    const chosen = choices.read()
    if (!chosen || isRunning) return void choices.form.reportValidity()
    isRunning = true
    button.setAttribute('aria-disabled', 'true')
    await make(chosen)
    isRunning = false
    button.removeAttribute('aria-disabled')
  }
}

async function tryCall(base: string, { call, key, isDemo }: Choices, view: AnswerView): Promise<void> {
  const isShown = view.waiting()
  const reply = await ask(base, call, key).catch(() => undefined)
  if (!isShown()) return
  const problem = reply && problemOf(reply)
  if (!reply) view.failure(NO_ANSWER, undefined)
  else if (problem) view.failure(`${reply.status}: ${failureText(problem, isDemo)}`, reply)
  else view.reply(call.route, reply)
}
