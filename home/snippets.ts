// One call to the API, as people write it: on the page as it is built, and as its script changes it.

import { FILTER_NAMES, type Filters } from '../contract/api/filters.ts'

export interface ShownCall {
  /** Where the API is, without a slash at the end. */
  base: string
  key: string
  query: Filters & { limit: number }
}

export interface Snippet {
  id: 'curl' | 'fetch' | 'client' | 'python'
  title: string
  code: string
}

/** What stands for the address in a page that knows none: until its script looks where it is. */
export const UNKNOWN_BASE = 'https://address-of-this-page'

/** The path and query of a call. Slugs need no encoding. */
export function targetOf(query: ShownCall['query']): string {
  const filters = FILTER_NAMES.flatMap((name) =>
    query[name] === undefined ? [] : [`${name}=${query[name]}`],
  )
  return `/beta/offers?${[...filters, `limit=${query.limit}`].join('&')}`
}

export function snippetsOf({ base, key, query }: ShownCall): Snippet[] {
  // All four put the address between single quotes.
  const root = base.replaceAll("'", '%27')
  const address = root + targetOf(query)
  return [
    { id: 'curl', title: 'curl', code: `curl -i \\\n  -H 'Authorization: Bearer ${key}' \\\n  '${address}'` },
    {
      id: 'fetch',
      title: 'JavaScript',
      code: `const answer = await fetch('${address}', {
  headers: { Authorization: 'Bearer ${key}' },
})
const { data, meta } = await answer.json()
for (const offer of data) console.log(offer.title, '|', offer.benefit.summary)
console.log(\`\${meta.count} of \${meta.total}\`)`,
    },
    {
      id: 'client',
      title: 'Our client',
      code: `// npm install '${root}/client.tgz'
import { createOffersClient } from '@offers-catalogue/client'

const offers = createOffersClient({ baseUrl: '${root}', key: '${key}' })
const { data, meta } = await offers.list(${objectText(query)})
for (const offer of data) console.log(offer.title, '|', offer.benefit.summary)
console.log(\`\${meta.count} of \${meta.total}\`)`,
    },
    {
      id: 'python',
      title: 'Python',
      code: `import json, urllib.request

request = urllib.request.Request(
    '${address}',
    headers={'Authorization': 'Bearer ${key}'},
)
with urllib.request.urlopen(request) as answer:
    page = json.load(answer)
for offer in page['data']:
    print(offer['title'], '|', offer['benefit']['summary'])
print(page['meta']['count'], 'of', page['meta']['total'])`,
    },
  ]
}

function objectText(query: ShownCall['query']): string {
  const filters = FILTER_NAMES.flatMap((name) =>
    query[name] === undefined ? [] : [`${name}: '${query[name]}'`],
  )
  return `{ ${[...filters, `limit: ${query.limit}`].join(', ')} }`
}
