// The guide: how to page, cache, download everything and keep a copy, by calls or by the client, in the order in which an
// integration needs it.

import type { DescribedDay } from '../../../contract/api/description/described-day.ts'
import { CLIENT_PATH, UNKNOWN_BASE } from '../../../contract/api/own-address.ts'
import { PATHS } from '../../../contract/api/resources.ts'
import { PUBLISHED_DEMO_KEY } from '../../../contract/keys/format.ts'
import { DEFAULT_LIMIT, SAMPLE_SIZE } from '../../../contract/keys/kinds.ts'
import { WITHDRAWN_DAYS } from '../../../contract/offers/offer.ts'
import { html, type Markup } from '../../../lib/text/markup.ts'
import { demoSnippets, renderCode } from './code.ts'

export function renderGuide({ edition }: DescribedDay): Markup {
  const [download] = demoSnippets('snapshot')
  return html`<section id="guide" aria-labelledby="guide-title">
<h2 id="guide-title">Guide</h2>
<h3>Read page after page</h3>
<p>A page has ${DEFAULT_LIMIT} offers unless you set <code>limit</code>. To get the next page, follow the header <code>Link: &lt;?limit=${DEFAULT_LIMIT}&amp;offset=${DEFAULT_LIMIT}&gt;; rel="next"</code>, relative to the address that you called, until there is none. Pages belong together if they have the same <code>meta.data_as_of</code>. If it differs, new data came in between: start again.</p>
<h3>Ask only for what is new</h3>
<p>The data changes once a day. Keep each answer with its <code>ETag</code>, and send the <code>ETag</code> with the next call as <code>If-None-Match</code>: if nothing changed, the answer is a <code>304</code> without a body.</p>
<h3>Download the whole catalogue</h3>
<p><code>${PATHS.snapshot}</code> is one gzip file of NDJSON: one offer per line. Check it against <code>Repr-Digest</code>, and resume a broken download with <code>Range</code> and <code>If-Range</code>.</p>
${renderCode('download', 'A download of the snapshot', IN_A_TERMINAL, download.code)}<h3>Keep a copy up to date</h3>
<p>Start with the snapshot and keep its <code>data_as_of</code>. Then call <code>${PATHS.changes}?since=${edition.data_as_of}</code> once a day, with the time that you kept. Put <code>scheduled</code> and <code>active</code> offers into your copy, remove all others, and keep the <code>data_as_of</code> of the first page as the next <code>since</code>. After more than ${WITHDRAWN_DAYS} days the answer is <a href="#history_gone"><code>history_gone</code></a>: start again with the snapshot.</p>
<h3>Or let the client do all of this</h3>
<p>It keeps a copy in a folder, and searches the copy by text, region, weekday and day, also offline. It needs Node.js. With the demo key, the copy is a sample of ${SAMPLE_SIZE} offers.</p>
${renderCode('client-commands', 'Install the client, make a copy and search it', IN_A_TERMINAL, CLIENT_COMMANDS)}</section>
`
}

const IN_A_TERMINAL = html`<p class="label">In a terminal</p>`

const CLIENT_COMMANDS = `npm install '${UNKNOWN_BASE}${CLIENT_PATH}'
export OFFERS_BASE_URL='${UNKNOWN_BASE}'
export OFFERS_KEY=${PUBLISHED_DEMO_KEY}
npx offers sync catalogue
npx offers find catalogue --weekday friday`
