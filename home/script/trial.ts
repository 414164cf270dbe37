// Try it: the page shows the code of the chosen call, and makes the call.

import { FIRST_QUERY, UNKNOWN_BASE } from '../snippets.ts'
import { AnswerView } from './answer-view.ts'
import { ask, problemOf } from './ask.ts'
import { addressWith, ChoiceForm, type Choices } from './choices.ts'
import { showCode } from './code-tabs.ts'
import { connectCopy } from './copy.ts'
import { byId } from './dom.ts'
import { failureText, NO_ANSWER } from './words.ts'

export function startTrial(): void {
  const choices = new ChoiceForm()
  const { form, demoKey } = choices
  const view = new AnswerView()
  const base = baseUrl()
  showAddress(base)
  const first = { route: choices.first, query: FIRST_QUERY }
  showCode('first', { base, key: demoKey, ...first })
  const { call = first, key = demoKey } = choices.read() ?? {}
  const updateCode = showCode('code', { base, key, ...call })

  const update = () => {
    const chosen = choices.read()
    if (!chosen) return
    updateCode({ base, key: chosen.key, ...chosen.call })
    const url = addressWith(chosen.call)
    // A reload, a bookmark and the way back then keep the choices.
    history.replaceState(null, '', `${url.pathname}${url.search}${location.hash}`)
  }
  const run = runner(choices, (chosen) => tryCall(base, chosen, view))

  form.noValidate = true
  form.addEventListener('input', update)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void run()
  })
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-route]')) {
    // Without a reload, which would lose the key.
    link.addEventListener('click', (event) => {
      event.preventDefault()
      choices.choose(link.dataset.route ?? '')
      location.hash = 'try'
      byId('try', HTMLElement).scrollIntoView()
      update()
    })
  }
  view.again.addEventListener('click', () => void run())
  connectCopy(byId('share', HTMLButtonElement), () => {
    const chosen = choices.read()
    return chosen ? addressWith(chosen.call).href : location.href
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
  view.waiting()
  try {
    const reply = await ask(base, call, key)
    const problem = problemOf(reply)
    if (problem) view.failure(`${reply.status}: ${failureText(problem, isDemo)}`, reply.body)
    else view.reply(call.route, reply)
  } catch {
    view.failure(NO_ANSWER, undefined)
  }
}

/** Puts the address of this page into the commands that the page was built with. */
function showAddress(base: string): void {
  for (const code of document.querySelectorAll('[data-here]'))
    code.textContent = code.textContent.replaceAll(UNKNOWN_BASE, base)
}

/** The address of this page, without the slash at its end. */
function baseUrl(): string {
  return new URL('.', location.href).href.replace(/\/$/, '')
}
