// The page for people: whose offers these are, a first call, a form for every call, the day, and how to get a key. Its
// script adds what depends on the reader: how old the data is by now, and the answers to their calls. The page can be
// read without the script.

import { HOME_PATHS } from '../../../contract/api/home.ts'
import { html } from '../../../lib/text/markup.ts'
import type { HomeFacts } from '../content/home-facts.ts'
import { renderDay } from './day.ts'
import { renderKeys } from './keys.ts'
import { type PageFiles, renderPage } from './page.ts'
import { renderStart } from './start.ts'
import { renderTryIt } from './try-it.ts'

export function homePage(facts: HomeFacts, files: PageFiles): string {
  return renderPage(
    {
      title: facts.described.edition.attribution,
      description:
        'Consumer offers as a daily, read-only HTTP API: discounts and benefits by issuer, category and place.',
      links: [
        ['#try', 'Try it'],
        ['#the-day', 'The day'],
        ['#keys', 'Keys'],
        [HOME_PATHS.reference.slice(1), 'Reference'],
      ],
      main: html`${renderStart(facts)}${renderTryIt(facts)}${renderDay(facts)}${renderKeys(facts)}`,
      attribution: facts.described.edition.attribution,
    },
    files,
  )
}
