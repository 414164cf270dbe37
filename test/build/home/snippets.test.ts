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
import { keysOf } from '../../../lib/record-of.ts'
import { runToEnd } from '../../helpers/child-processes.ts'
import { demonstrationRelease } from '../../helpers/demonstration.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { call } from '../../helpers/http.ts'
import { textOfMarkup } from '../../helpers/markup.ts'
import { bundle } from '../../helpers/processes.ts'
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
  // The reference has all languages but our client.
  const reference = await (await fetch(`${base}/reference`)).text()
  const written = RESOURCE_NAMES.flatMap((name) => {
    const query: Record<string, string> = /offers|changes/.test(name) ? { limit: '2' } : {}
    return LANGUAGES.map((language) => {
      const [, shown] =
        new RegExp(`<code id="${name}-${language}"[^>]*>(.*?)</code>`, 's').exec(reference) ?? []
      t.equal(shown === undefined, language === 'client', `the reference has ${name} in ${language}`)
      const snippets = snippetsOf({ base, key, route: shownRoute(name), id, query })
      const code = shown
        ? textOfMarkup(shown).replaceAll(UNKNOWN_BASE, base).replaceAll(PUBLISHED_DEMO_KEY, key)
        : (snippets.find((each) => each.id === language)?.code ?? '')
      return { name, id: language, code }
    })
  })
  for (const language of LANGUAGES) {
    const snippets = written.filter((each) => each.id === language && !isTypesOnly(each))
    if (language === 'python' && withoutPython) {
      t.pass('python', { skip: withoutPython })
      continue
    }
    // In one process: it takes longer to start than the code takes.
    const codes = snippets.map(({ code }) => code)
    const [file, ...words] = RUN[language](folder, codes)
    const { code, stdout, stderr } = await runToEnd(file, words, { cwd: folder })
    t.equal(code, 0, `${language} ${stderr}`)
    const outputs = stdout.split(`${END}\n`)
    t.equal(outputs.length, snippets.length + 1, `${language}: all of them ran`)
    snippets.forEach(({ name }, index) => {
      const output = (language === 'curl' && savedBy(name, folder)) || outputs[index]
      t.match(output, PRINTED[name](id), `${name} ${language}`)
    })
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
      ? RUN.curl(folder, [code])
      : [process.execPath, '--import', `./${here}`, saved(folder, 'question.mjs', code)]
    const { stdout, stderr } = await runToEnd(file, words, { cwd: folder })
    t.equal(stderr, '')
    const found = JSON.parse(stdout.replace(END, ''))
    const { data, meta } = code.startsWith('curl') ? found : { data: found.offers, meta: found }
    t.strictSame(code.startsWith('curl') ? found : data, JSON.parse(shown), asked)
    t.equal(data.length, 3)
    const text = question.replaceAll(/<[^>]*>/g, '')
    t.match(text, `: ${meta.total} offers, the first 3`, asked)
  }
})

/** On the day of the demonstration, in its time zone. */
const PRINT_WHAT_IS_FOUND = `Date.now = () => Date.parse('2026-09-01T12:00:00.000Z')
console.log = (offers) => process.stdout.write(JSON.stringify({ offers, total: offers.total }))`

/** A part of the output for each route, in any language. */
const PRINTED: Readonly<Record<ResourceName, (id: string) => RegExp>> = {
  offers: () => /\d of 414|"total": ?414|\|/,
  changes: () => /\d of \d+|"total": ?\d+|^active |^scheduled /,
  offer: () => /off_\w{16}/,
  issuers: () => /Pellín|Pell\\u00edn/,
  categories: () => /Restaurantes/,
  comunas: () => /Arica/,
  snapshot: () => /Cabañas municipales/,
  openapi: () => /Offers Catalogue/,
}

/** Printed after each code, in a line. */
const END = '-- the end --'

/** How to start the codes of each language, one after the other. */
const RUN: Record<Snippet['id'], (folder: string, codes: readonly string[]) => [string, ...string[]]> = {
  curl: (_, codes) => {
    const lines = codes.map((code) => code.replace('curl', 'curl --fail --silent --show-error'))
    return ['sh', '-ec', lines.map((line) => `${line}\nprintf '%s\\n' '${END}'\n`).join('')]
  },
  fetch: (folder, codes) => inOrder(folder, 'fetch', codes),
  client: (folder, codes) => inOrder(folder, 'client', codes),
  python: (_, codes) => ['python3', '-c', codes.map((code) => `${code}\nprint('${END}')\n`).join('')],
}

const LANGUAGES = keysOf(RUN)

/** A module that imports each code. */
function inOrder(folder: string, name: string, codes: readonly string[]): [string, ...string[]] {
  const imports = codes.map((code, index) => {
    const file = saved(folder, `${name}-${index}.mjs`, code)
    return `await import('./${file}')\nconsole.log('${END}')\n`
  })
  return [process.execPath, saved(folder, `${name}.mjs`, imports.join(''))]
}

/** The description is not a call of our client: its code imports types. */
function isTypesOnly({ name, id }: { name: ResourceName; id: Snippet['id'] }): boolean {
  return name === 'openapi' && id === 'client'
}

function saved(folder: string, name: string, code: string): string {
  writeFileSync(join(folder, name), code)
  return name
}

/** The text of the snapshot, which curl saves. */
function savedBy(name: ResourceName, folder: string): string | undefined {
  if (name !== 'snapshot') return undefined
  return gunzipSync(readFileSync(join(folder, SNAPSHOT_FILE))).toString('utf8')
}

function folderWithClient(t: Test): string {
  const folder = t.testdir()
  const client = join(folder, 'node_modules/@offers-catalogue/client')
  mkdirSync(client, { recursive: true })
  t.equal(spawnSync('tar', ['-xzf', bundle('client'), '--strip-components=1', '-C', client]).status, 0)
  return folder
}
