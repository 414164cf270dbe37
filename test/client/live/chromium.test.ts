// The client's promises of a live API, in a real browser: in a page of another site than the API's, and in a worker.

import { createServer } from 'node:http'
import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import t, { type Test } from 'tap'
import { openTab, startChromium, withoutChromium } from '../../helpers/chromium.ts'
import { servedAt } from '../../helpers/listening.ts'
import { LONG_MS } from '../../helpers/slow-suite.ts'
import { LIVE_PROMISES } from './promises.ts'
import { startStage } from './stage.ts'

t.setTimeout(LONG_MS)

t.test('in Chromium, in a page of another site', { skip: withoutChromium }, async (t) => {
  const [browser, stage, site] = await Promise.all([
    startChromium(t),
    startStage(t, t.testdir({})),
    siteWithPromises(t),
  ])
  const { page } = await openTab(browser, t)
  await page.goto(site)
  const play = `import('/promises.js').then(({ playAll }) => playAll('${stage}'))`
  const results: Record<string, unknown> = Object(await page.evaluate(play))
  for (const { title, expected } of LIVE_PROMISES) t.strictSame(results[title], expected, title)

  const inWorker = Object(
    await page.evaluate(`new Promise((resolve, reject) => {
      const worker = new Worker('/worker.js', { type: 'module' })
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = ({ message }) => reject(new Error(message))
      worker.postMessage('${stage}')
    })`),
  )
  const [first] = LIVE_PROMISES
  t.strictSame(inWorker, { [first?.title ?? '']: first?.expected }, 'in a worker')
})

const WORKER = `import { playFirst } from '/promises.js'
onmessage = async ({ data }) => postMessage(await playFirst(data))
`

/** An empty page of another site, with the promises next to it. */
async function siteWithPromises(t: Test): Promise<string> {
  const { outputFiles } = await bundle({
    entryPoints: [join(import.meta.dirname, 'promises.ts')],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  const scripts = new Map([
    ['/promises.js', outputFiles[0]?.text],
    ['/worker.js', WORKER],
  ])
  const server = createServer((req, res) => {
    const script = scripts.get(req.url ?? '')
    res.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript')
    res.end(script ?? '<!doctype html><title>Another site</title>')
  })
  return await servedAt(t, server)
}
