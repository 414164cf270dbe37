// One call to the API in several languages: for the page as it is built, and for its script when the reader changes the
// call.

import { CLIENT_PATH } from '../../../contract/api/own-address.ts'

/** The facts of a route that code needs. */
export interface ShownRoute {
  name: string
  /** With `{id}` in place of the id of an offer. */
  path: string
  kind: 'list' | 'changes' | 'item' | 'document' | 'snapshot'
  needsKey: boolean
}

/** A call to the API, as the reader chose it. */
export interface Call {
  route: ShownRoute
  /** The id of an offer, for the route of one offer. */
  id?: string | undefined
  /**
   * In the order of the address. The values need no encoding: they are slugs, numbers and moments, as the patterns of the
   * form make sure (`templates/try-it.ts`).
   */
  query: Readonly<Record<string, string>>
}

/** A call with all that its code shows. */
export interface ShownCall extends Call {
  /** The address of the API, without a slash at the end. */
  base: string
  key: string
}

/** A call as code in one language. */
export interface Snippet {
  /** Also the id of the element that holds the code in the page. */
  id: 'curl' | 'fetch' | 'python' | 'client'
  title: string
  code: string
}

/** The name of the file in which curl saves the snapshot. */
export const SNAPSHOT_FILE = 'offers.ndjson.gz'

/**
 * What the code does with an answer: it prints a line for each offer, the whole JSON, or the offers in the file that it
 * downloads. curl prints every answer as it comes, and saves the file.
 */
type Shape = 'offers' | 'json' | 'file'

/** A call as the code of each language needs it. */
interface Written {
  /** The whole address of the call. */
  address: string
  /** `base` of the call, with its quotation marks encoded. */
  root: string
  /** Undefined if the route needs none, as that of the description. */
  key: string | undefined
  shape: Shape
  call: Call
}

/** The path and query of a call. */
export function targetOf({ route, id = '', query }: Call): string {
  const words = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  return route.path.replace('{id}', id) + (words.length > 0 ? `?${words.join('&')}` : '')
}

/** The code of a call in every language, curl first. */
export function snippetsOf({ base, key, ...call }: ShownCall): [Snippet, ...Snippet[]] {
  // SECURITY: every language puts the address between quotation marks, so it may contain none.
  const root = base.replaceAll("'", '%27').replaceAll('"', '%22')
  const { kind, needsKey } = call.route
  const written: Written = {
    address: root + targetOf(call),
    root,
    key: needsKey ? key : undefined,
    shape: kind === 'snapshot' ? 'file' : kind === 'list' || kind === 'changes' ? 'offers' : 'json',
    call,
  }
  const inEach = ({ id, title, write }: Language) => ({ id, title, code: write(written) })
  const [curl, ...others] = LANGUAGES
  return [inEach(curl), ...others.map(inEach)]
}

type Language = Omit<Snippet, 'code'> & { write: (written: Written) => string }

const LANGUAGES: readonly [Language, ...Language[]] = [
  { id: 'curl', title: 'curl', write: curlOf },
  { id: 'fetch', title: 'JavaScript', write: fetchOf },
  { id: 'python', title: 'Python', write: pythonOf },
  { id: 'client', title: 'Our client', write: clientOf },
]

function curlOf({ address, key, shape }: Written): string {
  const header = key === undefined ? '' : ` \\\n  -H 'Authorization: Bearer ${key}'`
  return `curl '${address}'${header}${shape === 'file' ? ` \\\n  -o ${SNAPSHOT_FILE}` : ''}`
}

function fetchOf({ address, key, shape }: Written): string {
  const header = key === undefined ? '' : `, {\n  headers: { Authorization: 'Bearer ${key}' },\n}`
  const ends: Record<Shape, string> = {
    offers: `const { data, meta } = await answer.json()
for (const offer of data) console.log(offer.title, '|', offer.benefit.summary)
console.log(\`\${meta.count} of \${meta.total}\`)`,
    json: 'console.log(await answer.json())',
    file: `const lines = answer.body
  .pipeThrough(new DecompressionStream('gzip'))
  .pipeThrough(new TextDecoderStream())
for await (const text of lines) console.log(text)`,
  }
  return `const answer = await fetch('${address}'${header})\n${ends[shape]}`
}

function pythonOf({ address, key, shape }: Written): string {
  const header = key === undefined ? '' : `\n    headers={'Authorization': 'Bearer ${key}'},`
  const ends: Record<Shape, [module: string, end: string]> = {
    offers: [
      'json',
      `    page = json.load(answer)
for offer in page['data']:
    print(offer['title'], '|', offer['benefit']['summary'])
print(page['meta']['count'], 'of', page['meta']['total'])`,
    ],
    json: ['json', '    print(json.dumps(json.load(answer), indent=2))'],
    file: [
      'gzip, json',
      `    for line in gzip.open(answer):
        print(json.loads(line)['title'])`,
    ],
  }
  const [module, end] = ends[shape]
  return `import ${module}, urllib.request

request = urllib.request.Request(
    '${address}',${header}
)
with urllib.request.urlopen(request) as answer:
${end}`
}

function clientOf({ root, key, call }: Written): string {
  const install = `// npm install '${root}${CLIENT_PATH}'\n`
  if (key === undefined) {
    return `${install}// Its types, for TypeScript, are made from this description.
import type { Offer } from '@offers-catalogue/client'`
  }
  return `${install}// Save as call.mjs, then run: node call.mjs
import { createOffersClient } from '@offers-catalogue/client'

const offers = createOffersClient({ baseUrl: '${root}', key: '${key}' })
${CLIENT_CALLS[call.route.name]?.(call) ?? ''}`
}

const PRINT_OFFER = "console.log(offer.title, '|', offer.benefit.summary)"

const wholeList = (name: string) => () =>
  `const { data } = await offers.${name}()
for (const { name, offers_count } of data) console.log(name, offers_count)`

/** The call of the client for each route that needs a key. */
const CLIENT_CALLS: Readonly<Record<string, (call: Call) => string>> = {
  offers: ({ query }) => `const { data, meta } = await offers.list(${objectText(query)})
for (const offer of data) ${PRINT_OFFER}
console.log(\`\${meta.count} of \${meta.total}\`)`,
  changes: ({ query }) => `for await (const { data } of offers.changes(${objectText(query)})) {
  for (const offer of data) console.log(offer.status, offer.title)
}`,
  offer: ({ id }) => `console.log(await offers.get('${id}'))`,
  issuers: wholeList('issuers'),
  categories: wholeList('categories'),
  comunas: wholeList('comunas'),
  snapshot: () => `const snapshot = await offers.snapshot()
for await (const offer of snapshot.offers()) ${PRINT_OFFER}`,
}

/** `{ comuna: 'arica', limit: 5 }`. Of the parameters that the form has, only `limit` is a number. */
function objectText(query: Call['query']): string {
  const members = Object.entries(query).map(([name, value]) =>
    name === 'limit' ? `${name}: ${value}` : `${name}: '${value}'`,
  )
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}'
}
