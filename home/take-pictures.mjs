// Takes the pictures of the page for README: the demonstration catalogue on its own day, in light and dark.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const [folder, chromiumPath] = process.argv.slice(2)
const SIZE = { width: 1280, height: 900 }
/** The page shows its address: the pictures have the same one each time. */
const SHOWN = 'https://offers.example'
/** The page shows its age: the pictures have the same one each time. */
const NOW = new Date('2026-09-01T12:10:00Z')

const work = mkdtempSync(join(tmpdir(), 'offers-pictures-'))
const keys = join(work, 'keys.ndjson')
const out = join(work, 'out')

async function run(...words) {
  const [code] = await once(
    spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] }),
    'exit',
  )
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`)
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}

async function answers(url) {
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} does not answer`)
}

await run('dist/build.mjs', 'run', '--source', 'fixtures/catalogue', '--out', out)
await run('dist/gateway.mjs', 'keys', 'init', '--keys', keys)
const port = await freePort()
const words = ['serve', '--public', out, '--keys', keys, '--port', String(port), '--log-level', 'error']
const gateway = spawn(process.execPath, ['dist/gateway.mjs', ...words], {
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  const served = `http://127.0.0.1:${port}`
  await answers(served)
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({ viewport: SIZE, colorScheme })
    await page.clock.setFixedTime(NOW)
    await page.route(`${SHOWN}/**`, async (route) => {
      const url = route.request().url().replace(SHOWN, served)
      await route.fulfill({ response: await route.fetch({ url }) })
    })
    await page.goto(`${SHOWN}/`)
    await page.screenshot({ path: join(folder, `page-${colorScheme}.png`) })
  }
  await browser.close()
} finally {
  gateway.kill()
  rmSync(work, { recursive: true })
}
