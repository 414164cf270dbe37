// Where to ask for a key, and the terms of use.

import t from 'tap'
import type { HomeFacts } from '../../../home/home-facts.ts'
import { renderKeys } from '../../../home/templates/guide.ts'
import { describing } from '../home-facts.ts'

/** The section about keys. */
const keysOf = (described: Partial<HomeFacts['described']>) => renderKeys(describing(described)).text

const contactIn = (text: string) => text.match(/<p id="contact">.*<\/p>/)?.[0]

const PAGE = '<a href="https://data.example/keys" rel="noopener">https://data.example/keys</a>'
const MAIL = '<a href="mailto:keys@data.example">keys@data.example</a>'

t.test('the page links to every way to ask for a named key', async (t) => {
  const [url, email, name] = ['https://data.example/keys', 'keys@data.example', 'Data & Co']
  for (const [contact, expected] of [
    [{ url }, `Ask for a named key here: ${PAGE}`],
    [{ email }, `Ask for a named key here: ${MAIL}`],
    [{ url, email }, `Ask for a named key here: ${PAGE} or ${MAIL}`],
    [{ name, url }, `Ask for a named key here: <strong>Data &amp; Co</strong>: ${PAGE}`],
    [undefined, 'For a named key, ask the operator of this gateway.'],
    [{}, 'For a named key, ask the operator of this gateway.'],
  ] as const) {
    t.equal(contactIn(keysOf({ contact })), `<p id="contact">${expected}</p>`)
  }
})

t.test('a contact that is only a name is shown', async (t) => {
  const shown = contactIn(keysOf({ contact: { name: 'Data & Co' } }))
  t.equal(shown, '<p id="contact">Ask for a named key here: <strong>Data &amp; Co</strong>: </p>')
})

t.test('the terms of use are named, and linked if they have an address', async (t) => {
  t.match(keysOf({ license: { name: 'CC BY 4.0' } }), '<p>Terms of use: CC BY 4.0</p>')
  const url = 'https://terms.example/'
  t.match(
    keysOf({ license: { name: 'CC BY 4.0', url } }),
    `<p>Terms of use: <a href="${url}" rel="noopener">CC BY 4.0</a></p>`,
  )
  t.notMatch(keysOf({ license: undefined }), 'Terms of use', 'nothing is invented')
})
