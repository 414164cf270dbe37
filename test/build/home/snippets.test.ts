// The code of a call in each language of the page, and of its questions: it makes the call that is meant, and it runs.

import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { SNAPSHOT_FILE, type Snippet, snippetsOf } from '../../../build/home/content/snippets.ts'
import { shownRoute } from '../../../build/home/templates/code.ts'
import { UNKNOWN_BASE } from '../../../contract/api/own-address.ts'
import { RESOURCE_NAMES, type ResourceName } from '../../../contract/api/resources.ts'
import { PUBLISHED_DEMO_KEY } from '../../../contract/keys/format.ts'
import { runToEnd } from '../../helpers/child-processes.ts'
import { demonstrationRelease } from '../../helpers/demonstration.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { call } from '../../helpers/http.ts'
import { textOfMarkup } from '../../helpers/markup.ts'
import { SLOW_MS } from '../../helpers/slow-suite.ts'
import { withoutProgram } from '../../helpers/without-program.ts'

t.setTimeout(SLOW_MS)

const withoutPython = withoutProgram('python3')

t.test('every snippet makes the chosen call', async (t) => {
  const [base, key] = ['https://offers.example/it%27s', 'offers_demo_x']
  const route = shownRoute('offers')
  for (const [query, target, object] of [
    [{ limit: '5' }, '/beta/offers?limit=5', '{ limit: 5 }'],
    [
      { issuer: 'banco', comuna: 'maipu', limit: '2' },
      '/beta/offers?issuer=banco&comuna=maipu&limit=2',
      "{ issuer: 'banco', comuna: 'maipu', limit: 2 }",
    ],
  ] as const) {
    const snippets = snippetsOf({ base: "https://offers.example/it's", key, route, query })
    t.strictSame(
      snippets.map(({ id }) => id),
      ['curl', 'fetch', 'python', 'client'],
    )
    for (const { id, code } of snippets) {
      const expected = id === 'client' ? [`baseUrl: '${base}'`, `list(${object})`] : [base + target]
      for (const part of [key, ...expected]) t.ok(code.includes(part), `${id}: ${part}`)
    }
  }
})

t.test('only the routes that need a key send one', async (t) => {
  for (const name of RESOURCE_NAMES) {
    const route = shownRoute(name)
    for (const { id, code } of snippetsOf({ base: 'https://a.example', key: 'offers_x', route, query: {} })) {
      t.equal(code.includes('offers_x'), route.needsKey, `${name} ${id}`)
    }
  }
})

t.test('the code of every route runs', async (t) => {
  const { base, keys } = await startGateway(t, await demonstrationRelease())
  const key = keys.issue('named')
  const { json } = await call(base, '/beta/offers?limit=1', { key })
  const id: string = JSON.parse(JSON.stringify(json)).data[0].id
  const folder = folderWithClient(t)
  for (const name of RESOURCE_NAMES) {
    const chosen: Record<string, string> = /offers|changes/.test(name) ? { limit: '2' } : {}
    for (const snippet of snippetsOf({ base, key, route: shownRoute(name), id, query: chosen })) {
      if (name === 'openapi' && snippet.id === 'client') continue
      if (snippet.id === 'python' && withoutPython) {
        t.pass(`${name} python`, { skip: withoutPython })
        continue
      }
      const start = RUN[snippet.id]
      const [file, ...words] = start(folder, snippet.code)
      const { code, stdout, stderr } = await runToEnd(file, words, { cwd: folder })
      t.equal(code, 0, `${name} ${snippet.id} ${stderr}`)
      t.match(savedBy(snippet, name, folder) ?? stdout, PRINTED[name](id), `${name} ${snippet.id}`)
    }
  }
})

t.test('the code of each question finds what the page shows', async (t) => {
  const { base, keys } = await startGateway(t, await demonstrationRelease())
  const key = keys.issue('named')
  const page = await (await fetch(`${base}/`)).text()
  const folder = folderWithClient(t)
  const here = saved(folder, 'here.mjs', PRINT_WHAT_IS_FOUND)
  const questions = Array.from(page.matchAll(/<div class="reply".*?<div class="json">.*?<\/pre>/gs), String)
  t.equal(questions.length, 3)
  for (const question of questions) {
    const [asked = '', shown = ''] = Array.from(
      question.matchAll(/<code[^>]*>(.*?)<\/code>/gs),
      ([, markup = '']) => textOfMarkup(markup),
    )
    const code = asked.replaceAll(UNKNOWN_BASE, base).replaceAll(PUBLISHED_DEMO_KEY, key)
    const [file, ...words] = code.startsWith('curl')
      ? RUN.curl(folder, code)
      : [process.execPath, '--import', `./${here}`, saved(folder, 'question.mjs', code)]
    const { stdout, stderr } = await runToEnd(file, words, { cwd: folder })
    t.equal(stderr, '')
    const found = JSON.parse(stdout)
    const { data, meta } = code.startsWith('curl') ? found : { data: found.offers, meta: found }
    t.strictSame(code.startsWith('curl') ? found : data, JSON.parse(shown), asked)
    t.equal(data.length, 3)
    t.match(question, `: ${meta.total} offers, the first 3<`, asked)
  }
})

/** On the day of the demonstration, in its time zone. */
const PRINT_WHAT_IS_FOUND = `Date.now = () => Date.parse('2026-09-01T12:00:00.000Z')
console.log = (offers) => process.stdout.write(JSON.stringify({ offers, total: offers.total }))`

/** A part of the output for each route, in any language. */
const PRINTED: Readonly<Record<ResourceName, (id: string) => RegExp>> = {
  offers: () => /\d of 414|"total": ?414|\|/,
  changes: () => /\d of \d+|"total": ?\d+|^active |^scheduled /,
  offer: (id) => new RegExp(id),
  issuers: () => /Pellín|Pell\\u00edn/,
  categories: () => /Restaurantes/,
  comunas: () => /Arica/,
  snapshot: () => /Cabañas municipales/,
  openapi: () => /Offers Catalogue/,
}

/** How to start the code of each language. */
const RUN: Record<Snippet['id'], (folder: string, code: string) => [string, ...string[]]> = {
  curl: (_, code) => ['sh', '-c', code.replace('curl', 'curl --fail --silent --show-error')],
  fetch: (folder, code) => [process.execPath, saved(folder, 'call.mjs', code)],
  client: (folder, code) => [process.execPath, saved(folder, 'client.mjs', code)],
  python: (_, code) => ['python3', '-c', code],
}

function saved(folder: string, name: string, code: string): string {
  writeFileSync(join(folder, name), code)
  return name
}

/** The text of the snapshot that curl saves. */
function savedBy({ id }: Snippet, name: ResourceName, folder: string): string | undefined {
  if (id !== 'curl' || name !== 'snapshot') return undefined
  return gunzipSync(readFileSync(join(folder, SNAPSHOT_FILE))).toString('utf8')
}

function folderWithClient(t: Test): string {
  const folder = t.testdir()
  const client = join(folder, 'node_modules/@offers-catalogue/client')
  mkdirSync(client, { recursive: true })
  const packed = new URL('../../../dist/client.tgz', import.meta.url).pathname
  t.equal(spawnSync('tar', ['-xzf', packed, '--strip-components=1', '-C', client]).status, 0)
  return folder
}
